import { Button } from '@blueprintjs/core';
import { EyeOff, EyeOpen } from '@blueprintjs/icons';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { isSecretMark } from '../../../shared/contract/fields.ts';
import { secretStep } from '../../../shared/rules/secret-path.ts';
import { callOf } from '../../state/list-entity.ts';
import { useRevealObstacle } from '../../state/list-permission.ts';
import { revealSecret } from '../../state/secrets.ts';
import { ShownSecret } from '../shown-secret.tsx';
import { useFocus } from '../use-focus.ts';
import { ActionButton } from './action-button.tsx';
import { SecretsAt, useSecretPlace, type SecretPlace } from './secret-place.tsx';

/** A revealed secret is hidden again after so many milliseconds, if the focus has not left it before. */
const shownFor = 30_000;

/** Offers to show the stored secret that stands here, to who may change its row. */
export function Reveal({ label }: { readonly label: string }) {
  const place = useSecretPlace();
  if (!place || !(callOf(place.group, 'update') ?? callOf(place.group, 'create'))) return null;
  return <RevealAt key={JSON.stringify(place)} place={place} label={label} />;
}

/** The secret lives in this component, for as long as it is shown. */
function RevealAt({ place: { group, id, path }, label }: { readonly place: SecretPlace; readonly label: string }) {
  const obstacle = useRevealObstacle(group);
  const [secret, setSecret] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [back, setBack] = useState(false);
  const asking = useRef<AbortController>(undefined);
  const button = useFocus<HTMLButtonElement>(back && secret === null);
  const hide = useCallback(() => {
    setSecret(null);
    setBack(true);
  }, []);
  useEffect(() => () => asking.current?.abort(), []);
  useEffect(() => {
    if (secret === null) return undefined;
    const timer = setTimeout(hide, shownFor);
    return () => clearTimeout(timer);
  }, [secret, hide]);

  const reveal = async () => {
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    setProblem(null);
    setBack(false);
    const reply = await revealSecret({ group, id, path }, signal);
    if (signal.aborted) return;
    if (reply.ok) setSecret(reply.data.secret);
    else setProblem(reply.error.message);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    hide();
  };
  if (secret === null) {
    return (
      <>
        <ActionButton ref={button} size="small" variant="minimal" icon={<EyeOpen size={14} />} text="Reveal" aria-label={`Reveal ${label}`} obstacle={obstacle} onClick={() => void reveal()} />
        {problem !== null && <span className="form-problem" role="alert">{problem}</span>}
      </>
    );
  }
  return (
    // Escape hides the secret from wherever in the group the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <span
      className="revealed" role="group" aria-label={`${label}, revealed`} onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setSecret(null)}
    >
      <ShownSecret label={label} secret={secret} />
      <Button icon={<EyeOff size={14} />} aria-label={`Hide ${label}`} title="Hide" onClick={hide} />
    </span>
  );
}

/** The paths of the marks in a JSON value that stands at `path`, each with the names on the way. */
function marksIn(value: unknown, path: string, names: readonly string[] = []): { path: string; names: readonly string[] }[] {
  if (isSecretMark(value)) return [{ path, names }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => marksIn(inner, secretStep(path, name, inner), [...names, name]));
}

/** The stored secrets inside a value that is shown as JSON. */
export function InnerSecrets({ value }: { readonly value: unknown }) {
  const place = useSecretPlace();
  const marks = place === null || isSecretMark(value) ? [] : marksIn(value, place.path);
  if (!place || marks.length === 0) return null;
  return (
    <ul className="inner-secrets" aria-label="Stored secrets">
      {marks.map(({ path, names }) => (
        <li key={path}><code>{names.join('.')}</code> <SecretsAt path={path}><Reveal label={names.join('.')} /></SecretsAt></li>
      ))}
    </ul>
  );
}
