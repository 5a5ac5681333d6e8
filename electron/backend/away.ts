import { AppError } from '../../shared/errors.ts';

/** The platform cannot be reached, or what stands before it says that it is down. */
export const isAway = (error: unknown): boolean =>
  error instanceof AppError
  && (error.code === 'unreachable' || error.code === 'timeout' || error.status === 502 || error.status === 503 || error.status === 504);
