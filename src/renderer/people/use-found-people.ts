import { keepPreviousData } from "@tanstack/react-query";
import type { User } from "../../core/user.ts";
import { useRoute } from "../api/queries.ts";
import { inPlace } from "../page/reads.ts";
import { usePlace } from "../page/use-here.ts";
import { useRested } from "../parts/use-rested.ts";

const typingTime = 200;

/** Users and visitors that fit what is typed, whoever was seen last first; null while the server looks, or is not to. */
export function useFoundPeople(typed: string, wanted = true): readonly User[] | null {
  const q = useRested(typed.trim(), typingTime);
  const place = usePlace();
  const query = { limit: 20, sort: "lastSeenAt", order: "desc", ...(q !== "" && { q }) } as const;
  const found = useRoute("listUsers", wanted ? { ...inPlace(place), query } : null, {
    placeholderData: keepPreviousData,
  });
  if (found.isError) return [];
  const people = found.data?.data ?? null;
  const text = typed.trim();
  if (people === null || (q === text && !found.isPlaceholderData)) return people;
  // They were found for other letters: Enter must take nobody whom these do not name.
  const named = people.filter(({ id }) => id.toLowerCase().includes(text.toLowerCase()));
  return named.length > 0 ? named : null;
}
