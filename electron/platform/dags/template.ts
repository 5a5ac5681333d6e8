import { templatesOf } from '../expressions/templates.ts';

/** `{{ params.x }}`, `{{ tasks.<id>.result.… }}`, `{{ run.… }}` and, in a mapped task, `{{ map.… }}` in a task's fields. */
export const { parsePath, hasTemplate, templatesIn, resolve } = templatesOf(['params', 'tasks', 'run', 'map']);
