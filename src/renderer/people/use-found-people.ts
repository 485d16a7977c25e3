import { keepPreviousData } from "@tanstack/react-query";
import type { User } from "../../core/user.ts";
import { inWords } from "../api/api-problem.ts";
import { useRoute } from "../api/queries.ts";
import { inPlace } from "../page/reads.ts";
import { usePlace } from "../page/use-here.ts";
import { useRested } from "../parts/use-rested.ts";

const typingTime = 200;

interface FoundPeople {
  /** Null while the server looks, or is not to. */
  readonly people: readonly User[] | null;
  /** Why it could not look, as a sentence; null where it could, or does. */
  readonly unread: string | null;
}

/** Users and visitors that fit what is typed, whoever was seen last first. */
export function useFoundPeople(typed: string, wanted = true): FoundPeople {
  const q = useRested(typed.trim(), typingTime);
  const place = usePlace();
  const query = { limit: 20, sort: "lastSeenAt", order: "desc", ...(q !== "" && { q }) } as const;
  const found = useRoute("listUsers", wanted ? { ...inPlace(place), query } : null, {
    placeholderData: keepPreviousData,
  });
  if (found.data === undefined && found.error !== null)
    return { people: [], unread: `The users could not be read. ${inWords(found.error)}` };
  const people = found.data?.data ?? null;
  const text = typed.trim();
  if (people === null || (q === text && !found.isPlaceholderData)) return { people, unread: null };
  // They were found for other letters: Enter must take nobody whom these do not name.
  const named = people.filter(({ id }) => id.toLowerCase().includes(text.toLowerCase()));
  return { people: named.length > 0 ? named : null, unread: null };
}
