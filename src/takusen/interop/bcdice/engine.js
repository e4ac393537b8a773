// What is laid over BCDice's own scripts: dice from a list that is handed in, a record of them, and limits with reasons.
"use strict";
(() => {
  const WORD = 2 ** 32, MOST = 10000, AT_ONCE = 200, SIDES = 10000;
  const { nil } = Opal;
  const BCDice = Opal.module(null, "BCDice"), I18n = Opal.module(null, "I18n"), dice = BCDice.Randomizer.$$prototype;
  let given, at, faces, told, count, stopped, short;

  function stop(why, params) {
    stopped ||= [why, params || {}];
    throw new Error(why);
  }
  // BCDice goes on without dice that can't be had, as if there were none; whoever asked is told.
  function lacks(why, params, instead) {
    short ||= [why, params];
    return instead;
  }

  // A number from 1 to `sides`: of the recorded dice, or of 32-bit words without favouring any.
  function drawn(sides) {
    if (faces) return recorded(sides);
    const even = WORD - (WORD % sides);
    for (;;) {
      if (at === given.length) stop("out_of_words");
      const word = given[at++];
      if (word < even) return (word % sides) + 1;
    }
  }
  function recorded(sides) {
    if (at === given.length || given[at][0] !== sides) stop("unlike", { at });
    return given[at++][1];
  }

  Object.assign(dice, {
    $rand_inner(sides) {
      if (count === MOST) stop("too_many_dice", { most: MOST });
      count += 1;
      const value = drawn(+sides);
      this.rand_results.push([value, sides]);
      return value;
    },
    $push_to_detail(kind, sides, value) {
      told.push([kind, +sides, value]);
      return nil;
    },
    $roll_once(sides) {
      if (sides > SIDES) return lacks("too_many_sides", { most: SIDES }, 0);
      if (sides <= 0) return lacks("no_dice", {}, 0);
      const value = this.$rand_inner(sides);
      this.$push_to_detail("normal", sides, value);
      return value;
    },
    $roll_barabara(times, sides) {
      if (times > AT_ONCE) return lacks("too_many_at_once", { most: AT_ONCE }, []);
      if (times <= 0) return lacks("no_dice", {}, []);
      return Array.from({ length: times }, () => this.$roll_once(sides));
    },
  });
  Math.random = () => stop("unlike", { at: -1 });

  // Runs a roll and tells as JSON what it came to.
  function told_of(roll, dice) {
    given = dice.words || dice.faces;
    faces = !!dice.faces;
    at = count = 0;
    told = [];
    stopped = short = null;
    let result = nil;
    try {
      result = roll();
    } catch (wrong) {
      if (!stopped) return JSON.stringify({ stopped: ["dice_failed", { why: String(wrong.message ?? wrong) }] });
    }
    if (stopped) return JSON.stringify({ stopped });
    if (result === nil) return "{}";
    const { secret, success, failure, critical, fumble } = result;
    const flags = { secret, success, failure, critical, fumble };
    for (const name in flags) flags[name] = flags[name] === true;
    return JSON.stringify({ text: String(result.text), rands: told, short, ...flags });
  }

  globalThis.takusen = {
    words: (json) => { I18n.$load_translation(json); },
    described: (name) => {
      const system = BCDice.GameSystem.$const_get(name);
      return JSON.stringify([system.$command_pattern().source, String(system.$const_get("HELP_MESSAGE"))]);
    },
    rolled: (name, command, dice) =>
      told_of(() => BCDice.GameSystem.$const_get(name).$new(command).$eval(), JSON.parse(dice)),
    charted: (text, dice) => told_of(() => BCDice.UserDefinedDiceTable.$new(text).$roll(), JSON.parse(dice)),
    fits: (text) => {
      try { return BCDice.UserDefinedDiceTable.$new(text)["$valid?"]() === true; } catch { return false; }
    },
  };
})();
