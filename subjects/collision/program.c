/*
 * collision: which advisory to give the pilot about one intruding aircraft.
 *
 * Twelve integers describe the encounter (see `usage`). The answer is one number: 0 no advisory, 1 traffic nearby,
 * 2 climb, 3 descend, 4 level off, 5 do not climb, 6 do not descend.
 *
 * Altitudes are in feet, rates in feet per minute, times in seconds. All arithmetic is done in `long`: arguments
 * are any `int`, and sums of a few of them must not overflow.
 */
#include <stdio.h>
#include <stdlib.h>

#define ARGUMENTS 12
#define LAYERS 5

#define CLIMB_MARGIN 150     /* what the engines gain us while the pilot reacts */
#define STEADY_RATE 250      /* slower than this is level flight */
#define FASTEST_RATE 6000    /* faster reports are taken for noise */
#define CROSSING_MARGIN 75   /* extra room wanted before passing through the other's altitude */
#define SHORTEST_TIME 5      /* no advisory can help any more */

#define NO_TRANSPONDER 0
#define WITHOUT_ALTITUDE 1
#define WITH_ALTITUDE 2
#define EQUIPPED 3

#define INHIBIT_CLIMB 1
#define INHIBIT_DESCENT 2

enum advisory { NONE, TRAFFIC, CLIMB, DESCEND, LEVEL_OFF, NO_CLIMB, NO_DESCENT };

enum intent { UNDECIDED, WILL_CLIMB, WILL_DESCEND };

struct aircraft {
    long altitude;
    long rate;
};

struct encounter {
    struct aircraft own;
    struct aircraft intruder;
    int layer;
    int reliable;
    int transponder;
    int intent;
    long room_above;
    long room_below;
    long seconds;
    int inhibited;
};

/* Per altitude layer: how much room is enough, how near is near, and how early to speak. */
static const long enough_room[LAYERS] = { 300, 350, 400, 600, 700 };
static const long near_in_altitude[LAYERS] = { 850, 850, 850, 1000, 1200 };
static const long near_in_time[LAYERS] = { 20, 25, 30, 35, 40 };

static long magnitude(long value)
{
    if (value < 0)
        return -value;
    return value;
}

static int clamped_layer(int layer)
{
    if (layer < 0)
        return 0;
    if (layer >= LAYERS)
        return LAYERS - 1;
    return layer;
}

static int plausible(const struct aircraft *plane)
{
    return plane->altitude >= 0 && magnitude(plane->rate) <= FASTEST_RATE;
}

static int climbs(const struct aircraft *plane)
{
    return plane->rate > STEADY_RATE;
}

static int descends(const struct aircraft *plane)
{
    return plane->rate < -STEADY_RATE;
}

/* The intruder tells its altitude, and the report is not a stray one. */
static int altitude_known(const struct encounter *e)
{
    return e->transponder >= WITH_ALTITUDE && e->reliable && plausible(&e->intruder);
}

static long gap(const struct encounter *e)
{
    return magnitude(e->own.altitude - e->intruder.altitude);
}

/* The vertical gap is shrinking: whoever is above rises more slowly. */
static int converging(const struct encounter *e)
{
    if (e->own.altitude > e->intruder.altitude)
        return e->own.rate < e->intruder.rate;
    if (e->own.altitude < e->intruder.altitude)
        return e->own.rate > e->intruder.rate;
    return 0;
}

static int is_near(const struct encounter *e)
{
    int layer = clamped_layer(e->layer);

    if (e->seconds < 0)
        return 0;
    if (e->seconds > near_in_time[layer])
        return 0;
    if (!altitude_known(e))
        return 1;
    return gap(e) < near_in_altitude[layer] || (converging(e) && gap(e) < 2 * near_in_altitude[layer]);
}

static long room_when_climbing(const struct encounter *e)
{
    long room = e->room_above;

    if ((e->inhibited & INHIBIT_CLIMB) == 0)
        room += CLIMB_MARGIN;
    if (e->own.altitude < e->intruder.altitude)
        room -= CROSSING_MARGIN;
    return room;
}

static long room_when_descending(const struct encounter *e)
{
    long room = e->room_below;

    if (e->own.altitude > e->intruder.altitude)
        room -= CROSSING_MARGIN;
    return room;
}

/* Climbing gives enough room, and is not worse than what descending gives. */
static int should_climb(const struct encounter *e)
{
    long wanted = enough_room[clamped_layer(e->layer)];
    long above = room_when_climbing(e);
    long below = room_when_descending(e);

    if (e->inhibited & INHIBIT_CLIMB)
        return 0;
    if (above < wanted)
        return 0;
    if (below >= wanted && descends(&e->own) && e->own.altitude < e->intruder.altitude)
        return 0;
    return above >= below || below < wanted;
}

static int should_descend(const struct encounter *e)
{
    long wanted = enough_room[clamped_layer(e->layer)];
    long above = room_when_climbing(e);
    long below = room_when_descending(e);

    if (e->inhibited & INHIBIT_DESCENT)
        return 0;
    if (below < wanted)
        return 0;
    if (above >= wanted && climbs(&e->own) && e->own.altitude > e->intruder.altitude)
        return 0;
    return below > above || above < wanted;
}

/* Two equipped aircraft must not choose the same way out: what the other has announced is left to it. */
static int left_to_intruder(const struct encounter *e, int intent)
{
    return e->transponder == EQUIPPED && e->intent == intent;
}

static enum advisory preventive(const struct encounter *e)
{
    if (e->own.altitude > e->intruder.altitude && descends(&e->own))
        return NO_DESCENT;
    if (e->own.altitude < e->intruder.altitude && climbs(&e->own))
        return NO_CLIMB;
    if (climbs(&e->own) || descends(&e->own))
        return LEVEL_OFF;
    return TRAFFIC;
}

static enum advisory choose(const struct encounter *e)
{
    int climb;
    int descend;

    if (!is_near(e))
        return NONE;
    if (!altitude_known(e) || !plausible(&e->own))
        return TRAFFIC;
    if (e->seconds <= SHORTEST_TIME)
        return TRAFFIC;

    climb = should_climb(e) && !left_to_intruder(e, WILL_CLIMB);
    descend = should_descend(e) && !left_to_intruder(e, WILL_DESCEND);
    if (climb && descend)
        return converging(e) ? LEVEL_OFF : TRAFFIC;
    if (climb)
        return CLIMB;
    if (descend)
        return DESCEND;
    return preventive(e);
}

static void usage(void)
{
    fputs("usage: collision OWN-ALTITUDE OWN-RATE ALTITUDE RATE LAYER RELIABLE\n"
          "                 TRANSPONDER INTENT ROOM-ABOVE ROOM-BELOW SECONDS INHIBITED\n",
          stderr);
}

int main(int argc, char **argv)
{
    struct encounter e;

    if (argc != ARGUMENTS + 1) {
        usage();
        return 1;
    }
    e.own.altitude = atoi(argv[1]);
    e.own.rate = atoi(argv[2]);
    e.intruder.altitude = atoi(argv[3]);
    e.intruder.rate = atoi(argv[4]);
    e.layer = atoi(argv[5]);
    e.reliable = atoi(argv[6]);
    e.transponder = atoi(argv[7]);
    e.intent = atoi(argv[8]);
    e.room_above = atoi(argv[9]);
    e.room_below = atoi(argv[10]);
    e.seconds = atoi(argv[11]);
    e.inhibited = atoi(argv[12]);
    printf("%d\n", (int)choose(&e));
    return 0;
}
