/** Reason phrases shown for HTTP statuses; those that the spec leaves open are IANA's (RFC 9110, section 15) [E-077]. */
const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export const reasonPhrase = (status: number): string => phrases[status] ?? 'Unknown Status';
