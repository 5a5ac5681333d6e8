import { branch, transform } from './expressions.ts';
import { endpoint, http } from './http.ts';
import type { Operator } from './operator.ts';
import { agent, vectorSearch, workflow } from './platform.ts';
import { sleep } from './sleep.ts';

/** Every operator that a task may name. */
export const operators: Readonly<Record<string, Operator>> = { http, endpoint, workflow, agent, vector_search: vectorSearch, transform, branch, sleep };
