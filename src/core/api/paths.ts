/** Where the routes of a Space, of one of its environments and of one of its Collections begin. */
export const inSpace = "/v2/spaces/:spaceId";
export const inEnvironment = `${inSpace}/environments/:envKey` as const;
export const inCollection = `${inSpace}/collections/:collectionId` as const;
