import { useEffect, useState } from 'react';
import { json } from '../../../../shared/contract/fields.ts';
import type { ErrorValue } from '../../../../shared/errors.ts';
import { jsonProblem } from '../../../components/json-editor/json-problem.ts';
import { refreshDesk } from '../../../state/dag-desk.ts';
import { triggerRun } from '../../../state/dags.ts';
import { draftKey, dropDraft, keepable, keepDraft, recallDraft, type KeptDraft } from '../../../state/drafts.ts';
import type { Run } from '../airflow.ts';
import { confOf, instantOfLocal, ownConf, type Raw } from './param-fields.ts';
import { useConfProblems } from './use-conf-problems.ts';

/** A run that another one begins as. */
export type Origin = Pick<Run, 'id' | 'conf'>;

const fields = { conf: json('Conf') };
const textOf = (conf: Raw) => JSON.stringify(conf, null, 2);

/** Beside the conf; empty where the platform is to choose. */
export interface RunWords {
  /** As the field of a date and time has it, in this computer's time zone. */
  readonly logical_date: string;
  readonly dag_run_id: string;
  readonly note: string;
}
const noWords: RunWords = { logical_date: '', dag_run_id: '', note: '' };

/** What a run is to be started with: its conf as a form and as JSON, its draft, and its way to the platform. */
export function useTrigger(dag_id: string, params: Raw, from: Origin | null, onStarted: (run_id: string) => void) {
  const key = draftKey('dag-runs', dag_id);
  const [origin, setOrigin] = useState(from);
  const [conf, setConf] = useState<Raw>(() => from?.conf ?? ownConf(params));
  /** The JSON as it is typed; null while the form is looked at. */
  const [text, setText] = useState<string | null>(null);
  const [words, setWords] = useState(noWords);
  const [broken, setBroken] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [draft, setDraft] = useState<KeptDraft | null>(null);
  /** Grows whenever the fields begin anew. */
  const [round, setRound] = useState(0);

  useEffect(() => {
    let here = true;
    const recall = async () => {
      const kept = await recallDraft(key);
      if (here && kept) setDraft(kept);
    };
    void recall();
    return () => {
      here = false;
    };
  }, [key]);

  const journal = (next: Raw, nextWords: RunWords) => {
    const { values, omitted } = keepable(fields, { conf: next });
    keepDraft(key, { values: { ...values, ...nextWords }, texts: {}, base: null, omitted: [...omitted] });
  };
  const putConf = (next: Raw) => {
    setConf(next);
    setFailure(null);
    journal(next, words);
  };
  const begin = (next: Raw) => {
    setConf(next);
    setBroken({});
    setFailure(null);
    setText((now) => (now === null ? null : textOf(next)));
    setRound((now) => now + 1);
  };

  const syntax = text === null ? undefined : (text.trim() === '' ? undefined : jsonProblem(text)?.message) ?? (confOf(text) ? undefined : 'The conf must be an object, such as {"day": "2026-03-29"}');
  const { found, isUnknown } = useConfProblems(params, conf);
  const refused = new Map((failure?.problems ?? []).map(({ path, message }) => [String(path[1]), message]));
  /** A param that nobody has given is asked for once sending was tried. */
  const problemAt = (name: string): string | undefined => broken[name] ?? refused.get(name) ?? (tried || Object.hasOwn(conf, name) ? found.get(name) : undefined);
  const problem = syntax ?? (text === null ? Object.values(broken)[0] : undefined) ?? [...found.values()][0];

  const send = async () => {
    setTried(true);
    if (sending || problem !== undefined) return;
    setSending(true);
    setFailure(null);
    const { logical_date, dag_run_id, note } = words;
    const reply = await triggerRun(dag_id, {
      conf, ...(logical_date === '' ? {} : { logical_date: instantOfLocal(logical_date) }), ...(dag_run_id.trim() === '' ? {} : { dag_run_id: dag_run_id.trim() }), ...(note.trim() === '' ? {} : { note: note.trim() }),
    });
    setSending(false);
    if (!reply.ok) return setFailure(reply.error);
    await dropDraft(key);
    refreshDesk(dag_id);
    onStarted(reply.data.dag_run_id);
  };

  return {
    origin, conf, text, words, syntax, problem, isUnknown, problemAt, failure, sending, draft, round, send,
    /** Refused as a whole, not at a field that is shown. */
    isWhole: failure !== null && ![...refused.keys()].some((name) => Object.hasOwn(params, name)),
    setParam: (name: string, value: unknown) => {
      const { [name]: _before, ...others } = conf;
      putConf(value === undefined ? others : { ...conf, [name]: value });
    },
    setBroken: (name: string, said: string | undefined) => setBroken((now) => Object.fromEntries(Object.entries({ ...now, [name]: said }).filter((entry): entry is [string, string] => entry[1] !== undefined))),
    setWords: (change: Partial<RunWords>) => {
      const next = { ...words, ...change };
      setWords(next);
      setFailure(null);
      journal(conf, next);
    },
    setText: (next: string) => {
      setText(next);
      const read = confOf(next);
      if (read) putConf(read);
    },
    showJson: (isShown: boolean) => {
      setBroken({});
      setText(isShown ? textOf(conf) : null);
    },
    beginAs: (next: Origin | null) => {
      setOrigin(next);
      begin(next?.conf ?? ownConf(params));
    },
    restore: () => {
      const { conf: kept, ...rest } = draft!.values;
      const said = Object.fromEntries(Object.keys(noWords).flatMap((name) => (typeof rest[name] === 'string' ? [[name, rest[name]]] : [])));
      begin({ ...(kept as Raw | undefined) });
      setWords({ ...noWords, ...said });
      setDraft(null);
    },
    discard: () => {
      setDraft(null);
      void dropDraft(key);
    },
  };
}
