// React's development build is wanted for what it complains of. What it notes for profilers and for the stacks in its complaints
// is a fifth of what these tests cost, and nobody reads it here. It looks for these two when it is loaded.
for (const note of ["timeStamp", "createTask"]) Reflect.deleteProperty(console, note);

const React: object = await import("react");
const name = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";
const internals: unknown = Reflect.get(React, name);
// Of how many elements it knows where they were made: of enough, it believes.
if (internals instanceof Object)
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => 1e9, set: () => {} });

export {};
