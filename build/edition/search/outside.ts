/**
 * Work that belongs to no task class: things to be seen, heard or done by hand, and devices. The ranker learns such work as one
 * more task, so that "draw", "melody" or "tap" count against every class as the words of a class count for it.
 */

/** The phrases in which people ask for such work, separated by semicolons. */
const phrases = `
  draw a picture; draw a cartoon of a cat; paint a landscape; sketch a face; an illustration for a children's book; a logo;
  design a logo for a club; design a poster; design a business card; design an icon; an emblem in our colours; a banner with a photo;
  a portrait; a drawing in the style of a painter; colour an old photo; crop and brighten a picture; remove the background of an image;
  retouch a photo; create an image of a castle; generate a picture from a description; an animation; a film of our trip;
  cut a video; edit a video clip; add subtitles and music to a film; a trailer; make a slideshow with music; render a scene in 3D;
  compose a melody; compose music; write the notes for a piano piece; sing a song; a jingle; a beat for a rap; mix and master a track;
  play the guitar; record a voice; read a text aloud; make a sound effect; clone my voice; a recording with less noise;
  a tattoo; a dress; sew a skirt; knit a pullover; a pattern for knitting; furniture for a living room; arrange flowers;
  cook a meal; bake bread; set the table; wash the dishes; clean the windows; iron shirts; mow the lawn; plant a tree; water the plants;
  walk the dog; feed the cat; paint the wall; hang up a shelf; repair a bicycle; a dripping tap; unblock the drain; change a tyre;
  drive me to the airport; carry boxes; move a wardrobe; assemble a cupboard; tune a piano; cut my hair; massage my back;
  switch on the lights; turn the heating down; set an alarm for seven; set a timer; play some music; call my mother; open the garage;
  turn up the volume; take a photo; lock the door; keep me company; tell me a joke; play chess with me; play a game; dance;
  write a melody for a choir; a lullaby; a cradle song; colours that go together for a room; choose curtains and wallpaper; mix paint;
  the fridge hums; the dishwasher leaks; repair the oven; repair a household appliance; a noise in the engine of my car; a flat battery;
  exercises for my knees; a stiff back; first aid for a burn; lose weight; a haircut; make-up for an evening; braid hair;
  entertain the children; build a tree house; build a sandcastle; fold a paper aeroplane; wrap a present; sharpen a knife;
  make a film; a short film with actors; buy and sell shares on the exchange; trade stocks; control a robot; drive a forklift;
  steer a robot arm; lift and stack boxes with a robot; fly a drone; steer a vehicle; operate a crane; run a machine minute by minute;
  a three-dimensional model of a part; mill a part; print a part in 3D; solder a circuit board; weld a pipe; heat and water a greenhouse;
  talk to my boss on the phone; stand in a queue; pick up a parcel; adopt a pet; sell my old car; what is the weather like; will it rain;
  hello; good morning; how are you; who are you; are you there; thank you;
  bring medicine to a village; deliver chairs with a van; drive a lorry to the depot; a load that must stay cold on the way;
  transport furniture from the warehouse to the hall; prune the fruit trees; cut the hedge; pick apples; harvest the field; milk the cows;
  take blood from an animal; shear sheep; groom a horse; give the cat its medicine; give somebody an injection; change a bandage;
  repair the roof; a gutter that leaks; reseal a joint; lay bricks; plaster a wall; tile a bathroom; fell a tree; clear snow; dig a pond;
  knead dough; bake loaves; ice a cake; brew beer; butcher a pig; cater for a wedding; pour drinks; sew costumes; resole shoes; weave a basket;
  a string quartet; a symphony; conduct an orchestra; rehearse with the choir; compose for a concert and record it; play the organ;
  a dance for six people; choreograph a ballet; act in a play; direct a film on the set; carve a statue; throw a pot; paint a mural;
  coach the football team; teach a child to swim; hold a hand at the bedside; guide tourists through the town; referee a match;
  pray with me; meditate; breathe; sleep better; lift weights; run a marathon; guard the house; babysit
`;

/** The name under which the ranker learns such work. */
export const outside = 'outside';

export const outsidePhrases: readonly string[] = phrases
  .split(';')
  .map(phrase => phrase.trim())
  .filter(phrase => phrase !== '');
