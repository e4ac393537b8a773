"""How characters of yoake5 live on above tables."""

from takusen.rules import CampaignOf

from . import campaign_pages, character_file, lending

CAMPAIGN = CampaignOf(
    is_one=lambda world: world.campaign is not None,
    begin=lending.CampaignBegun,
    lent=lending.CharacterLent,
    borrowed=lending.borrowed,
    result=lending.result,
    gone=lending.CharacterLeft,
    called_home=lending.CharacterCalledHome,
    may_lend=lending.may_lend,
    may_run=lending.may_run,
    done=lending.done,
    rows=campaign_pages.rows,
    standing=campaign_pages.standing,
    panels=campaign_pages.panels,
    written=character_file.written,
    taken_in=character_file.taken_in,
    flags=("cruelty", "death"),
    audited=(
        *("hand_out", "correct", "approve", "refuse", "permit", "mark", "set_letter"),
        *("warn", "suspend", "let_back", "remove", "kill", "revive"),
    ),
)
