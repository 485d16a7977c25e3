import { experienceType, experienceTypeCreate, experienceTypePatch } from "../experience-type.ts";
import { page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";
import { inSpace } from "./paths.ts";

/** Experience types of a Space. */
export const experienceTypesApi = {
  listExperienceTypes: {
    method: "get",
    path: `${inSpace}/experience-types`,
    tag: "Experience types",
    summary: "List Experience types",
    access: "viewer",
    query: pageQuery,
    status: [200],
    answer: page(experienceType),
  },
  createExperienceType: {
    method: "post",
    path: `${inSpace}/experience-types`,
    tag: "Experience types",
    summary: "Create an Experience type",
    access: "editor",
    body: experienceTypeCreate,
    status: [201],
    answer: experienceType,
    etag: true,
    problems: ["conflict"],
  },
  getExperienceType: {
    method: "get",
    path: `${inSpace}/experience-types/:typeId`,
    tag: "Experience types",
    summary: "Get an Experience type",
    access: "viewer",
    status: [200],
    answer: experienceType,
    etag: true,
  },
  updateExperienceType: {
    method: "patch",
    path: `${inSpace}/experience-types/:typeId`,
    tag: "Experience types",
    summary: "Change an Experience type",
    access: "editor",
    body: experienceTypePatch,
    status: [200],
    answer: experienceType,
    etag: true,
    problems: ["conflict", "in-use"],
  },
  deleteExperienceType: {
    method: "delete",
    path: `${inSpace}/experience-types/:typeId`,
    tag: "Experience types",
    summary: "Delete an Experience type that nothing uses",
    access: "editor",
    status: [204],
    etag: true,
    problems: ["in-use"],
  },
} as const satisfies Record<string, RouteSpec>;
