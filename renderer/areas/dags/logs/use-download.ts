import { useEffect, useRef, useState } from 'react';
import { toErrorValue } from '../../../../shared/errors.ts';
import { saveBlob } from '../../../components/resource/copy-rows.ts';
import { logBlob, type LogPlace } from '../../../state/task-logs.ts';
import { notifyError } from '../../../state/toasts.ts';

export interface Download {
  /** 0 to 1 while it is under way, else null. */
  readonly share: number | null;
  readonly start: () => void;
  readonly cancel: () => void;
}

const fileOf = ({ dag_id, task_id, map_index = -1, try_number }: LogPlace) =>
  `${[dag_id, task_id, ...(map_index < 0 ? [] : [map_index]), `try-${try_number}`].join('.').replaceAll(/[^\w.-]+/g, '_')}.log`;

/** Saves a log as a file, a piece at a time, until it is cancelled or left. */
export function useDownload(place: LogPlace): Download {
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const save = async () => {
      setShare(0);
      try {
        const blob = await logBlob(place, setShare, controller.signal);
        saveBlob(fileOf(place), blob);
      } catch (thrown) {
        if (!controller.signal.aborted) notifyError(toErrorValue(thrown));
      }
      if (running.current === controller) setShare(null);
    };
    void save();
  };
  const cancel = () => {
    running.current?.abort();
    running.current = undefined;
    setShare(null);
  };
  return { share, start, cancel };
}
