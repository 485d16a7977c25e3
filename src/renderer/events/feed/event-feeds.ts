import { byPlace, type Place } from "../../api/place.ts";
import { EventFeed, type FeedOptions } from "./event-feed.ts";

/** How many paused lists are kept as they were left; of one that was left before them, the pause alone. */
export const mostLeftPaused = 3;

/** The feed of each place, the same one on every visit: a pause outlives it, its rows only for a while. */
export function eventFeeds(optionsOf: (place: Place) => FeedOptions): (place: Place) => EventFeed {
  let left: EventFeed[] = [];
  const onLeftPaused = (feed: EventFeed) => {
    left = [feed, ...left.filter((one) => one !== feed)];
    for (const one of left.splice(mostLeftPaused)) one.letGo();
  };
  return byPlace((place) => new EventFeed({ ...optionsOf(place), onLeftPaused }));
}
