/** Their rows lie with their environment's, by `n`. */
export const distributed = [
  "marks",
  "events",
  "event_ids",
  "users",
  "sessions",
  "publications",
  "recordings",
  "people_marks",
  "people_changes",
];

/** The other tables that grow: they are small, and whole on every node. */
export const whole = ["environments", "documents", "leases", "audit", "passing"];
