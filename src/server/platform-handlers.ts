import type { PlatformApi } from "../core/api.ts";
import type { PlatformContext } from "./access/platform-context.ts";
import type { Handlers } from "./http/bind-routes.ts";

/** A handler for every route of the platform table; each noun's routes are a part of it. */
export type PlatformHandlers = Handlers<PlatformApi, PlatformContext>;
