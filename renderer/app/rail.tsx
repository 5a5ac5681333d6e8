import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { areaOf, areas } from '../state/areas.ts';
import { areaIcons } from './icons.tsx';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The areas, one stop for the Tab key: arrows go on from there. */
export function Rail() {
  const current = areaOf(useLocation().pathname).id;
  const nav = useRef<HTMLElement>(null);

  const rove = (event: KeyboardEvent) => {
    const links = [...(nav.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const step = steps[event.key];
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? links.length - 1 : step === undefined ? -1 : (at + step + links.length) % links.length;
    if (next === -1) return;
    event.preventDefault();
    links[next]?.focus();
  };

  return (
    <nav ref={nav} className="tr-rail" aria-label="Areas">
      {areas.map(({ id, label, path }) => (
        <RailLink key={id} current={id === current} path={path} label={label} gap={id === 'activity'} icon={areaIcons[id]} onKeyDown={rove} />
      ))}
    </nav>
  );
}

interface RailLinkProps {
  readonly current: boolean;
  readonly path: string;
  readonly label: string;
  readonly gap: boolean;
  readonly icon: ReactNode;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function RailLink({ current, path, label, gap, icon, onKeyDown }: RailLinkProps) {
  return (
    <>
      {gap && <span className="tr-rail-gap" />}
      <Link to={path} className="tr-rail-link" aria-current={current ? 'page' : undefined} tabIndex={current ? 0 : -1} onKeyDown={onKeyDown}>
        {icon}
        {label}
      </Link>
    </>
  );
}
