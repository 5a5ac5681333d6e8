const colors: Readonly<Record<string, string>> = { GET: 'green', POST: 'blue', PUT: 'orange', PATCH: 'violet', DELETE: 'red' };

/** The method as a word; its colour only helps to find it. */
export function MethodBadge({ method }: { readonly method: string }) {
  return <span className="method" data-color={colors[method] ?? 'gray'}>{method}</span>;
}
