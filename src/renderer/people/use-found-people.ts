import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "../../core/user.ts";
import { unreadWords } from "../api/api-problem.ts";
import { inPlace } from "../page/reads.ts";
import { usePlace } from "../page/use-here.ts";
import { useRoute } from "../page/use-route.ts";
import { useRested } from "../parts/use-time.ts";

const typingTime = 200;

interface FoundPeople {
  /** Null while the server looks, or is not to. */
  readonly people: readonly User[] | null;
  /** Why it could not look, as a sentence, until it can: each look anew would be told again. Null where it could, or looks for the first time. */
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
  const [told, tell] = useState<string | null>(null);
  const isUnread = found.data === undefined && found.error !== null;
  const isRead = !wanted || (found.data !== undefined && !found.isPlaceholderData);
  const unread = isUnread ? unreadWords("The users", found.error) : isRead ? null : told;
  if (unread !== told) tell(unread);
  if (isUnread) return { people: [], unread };
  const people = found.data?.data ?? null;
  const text = typed.trim();
  if (people === null || (q === text && !found.isPlaceholderData)) return { people, unread };
  // They were found for other letters: Enter must take nobody whom these do not name.
  const named = people.filter(({ id }) => id.toLowerCase().includes(text.toLowerCase()));
  return { people: named.length > 0 ? named : null, unread };
}
