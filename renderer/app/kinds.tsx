import { Link, useLocation } from 'react-router-dom';
import { areaOf, places } from '../state/areas.ts';

/** The kinds of things of the area that is open. */
export function Kinds() {
  const { pathname } = useLocation();
  const area = areaOf(pathname);
  const here = places.filter((place) => place.area === area.id);
  if (here.length < 2) return null;
  const current = here
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  return (
    <nav className="tr-kinds" aria-label={area.label}>
      <h2>{area.label}</h2>
      {here.map(({ group, path, label }) => (
        <Link key={group} to={path} aria-current={group === current?.group ? 'page' : undefined}>{label}</Link>
      ))}
    </nav>
  );
}
