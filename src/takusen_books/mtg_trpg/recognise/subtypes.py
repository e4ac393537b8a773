"""The subtypes of the game by card type: facts, in lists."""

from typing import Final

CREATURES: Final = """
Advisor Aetherborn Alicorn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin
Assembly-Worker Astartes Atog Aurochs Autobot Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear
Beast Beaver Beeble Beholder Berserker Bird Bison Blinkmoth Boar Bringer Brushwagg C'tan Camarid Camel Caribou
Carrier Cat Centaur Cephalid Chameleon Chicken Child Chimera Citizen Clamfolk Cleric Cockatrice Construct Cow
Coward Coyote Crab Crocodile Cyberman Cyborg Cyclops Dalek Dauthi Deer Demigod Demon Detective Devil Dinosaur
Djinn Doctor Dog Donkey Dragon Dragonfly Drake Dreadnought Drix Drone Druid Dryad Dwarf Echidna Efreet Egg
Elder Eldrazi Elemental Elephant Elf Elk Employee Faerie Ferret Fish Flagbearer Fox Fractal Frog Fungus Gamma
Gargoyle Germ Giant Gith Glimmer Gnoll Gnome Goat Goblin God Golem Gorgon Grandchild Graveborn Gremlin Griffin
Guest Hag Halfling Hamster Hare Harpy Hellion Hero Hippo Hippogriff Homarid Homunculus Horror Horse Hound
Human Hydra Hyena Illusion Imp Incarnation Inhuman Inkling Insect Jackal Jellyfish Juggernaut Kangaroo Kavu
Kirin Kithkin Knight Kobold Kor Kraken Kree Lamia Lammasu Leech Leviathan Lhurgoyf Licid Lizard Llama Lobster
Lynx Mammoth Manticore Masticore Mercenary Merfolk Metathran Minion Minotaur Mite Mole Monger Mongoose Monk
Monkey Moonfolk Mount Mouse Mutant Myr Mystic Naga Nautilus Necron Nephilim Nightmare Nightstalker Ninja Noble
Noggle Nomad Nymph Octopus Ogre Ooze Orb Orc Orgg Otter Ouphe Ox Oyster Pangolin Peasant Pegasus Penguin
Pentavite Pest Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate Plant Platypus Porcupine Possum Praetor
Primarch Prism Processor Qu Rabbit Raccoon Ranger Rat Rebel Reflection Reveler Rhino Robot Rogue Rukh
Salamander Samurai Saproling Satyr Scarecrow Scientist Scion Scorpion Scout Sculpture Seal Serf Serpent Servo
Shade Shaman Shapeshifter Shark Sheep Siren Skeleton Skunk Slith Sliver Sloth Slug Snake Soldier Soltari
Sorcerer Spawn Specter Spellshaper Sphinx Spider Spike Spirit Splinter Sponge Squid Squirrel Starfish Surrakar
Survivor Symbiote Synth Tentacle Tetravite Thalakos Thopter Thrull Tiefling Toy Treefolk Trilobite
Triskelavite Troll Turtle Tyranid Unicorn Utrom Vampire Vampyre Varmint Vedalken Viashino Villain Volver Wall
Walrus Warlock Warrior Weasel Weird Werewolf Whale Wizard Wolf Wolverine Wombat Worm Wraith Wurm Yeti Zombie
Zubera
"""
ARTIFACTS: Final = """
Attraction Blood Bobblehead Clue Contraption Equipment Food Fortification Gold Incubator Junk Lander Map
Powerstone Spacecraft Treasure Vehicle
"""
ENCHANTMENTS: Final = """
Aura Background Cartouche Case Class Curse Role Room Rune Saga Shard Shrine
"""
LANDS: Final = """
Cave Desert Forest Gate Island Lair Locus Mine Mountain Plains Power-Plant Sphere Swamp Tower Town Urza's
"""
PLANESWALKERS: Final = """
Ajani Aminatou Angrath Arlinn Ashiok Bahamut Basri Bolas Calix Chandra Comet Dack Dakkon Daretti Davriel
Dihada Domri Dovin Ellywick Elspeth Ersta Estrid Freyalise Garruk Gideon Grist Guff Huatli Jace Jared Jaya
Kaito Karn Kasmina Kaya Kiora Koth Liliana Lolth Lukka Minsc Mordenkainen Nahiri Narset Niko Nissa Nixilis Oko
Ral Rowan Saheeli Samut Sarkhan Serra Sivitri Sorin Szat Tamiyo Tasha Teferi Teyo Tezzeret Tibalt Tyvar Ugin
Urza Venser Vivien Vraska Vronos Windgrace Wrenn Xenagos Yanggu Yanling Zariel Zhou
"""
SPELLS: Final = """
Adventure Arcane Chorus Lesson Omen Trap
"""
