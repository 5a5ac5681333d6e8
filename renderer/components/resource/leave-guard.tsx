import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { leaveOpen } from '../../state/drafts.ts';
import { keepNow } from '../../state/kept.ts';
import { useTabs } from '../../state/tabs.ts';

interface LeaveGuardProps {
  /** Something would be lost. */
  readonly dirty: boolean;
  /** The draft's key. */
  readonly draft: string;
  /** The form has just been saved, or was given up: going on is no loss. */
  readonly free: React.RefObject<boolean>;
  readonly onDiscard: () => void;
}

const activeTab = () => useTabs.get().active;

/** Asks before a form with unsaved input is left. Going to another tab is not leaving: coming back goes on with it. */
export function LeaveGuard({ dirty, draft, free, onDiscard }: LeaveGuardProps) {
  const tab = useRef(activeTab());
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const staying = currentLocation.pathname === nextLocation.pathname && new URLSearchParams(currentLocation.search).get('edit') === new URLSearchParams(nextLocation.search).get('edit');
    if (!dirty || free.current || staying) return false;
    if (activeTab() === tab.current) return true;
    leaveOpen(draft);
    return false;
  });
  useEffect(() => keepNow, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog isOpen title="Leave without saving?" onClose={() => blocker.reset()}>
      <DialogBody>What you typed is not saved on the platform. You can keep it here as a draft, and go on with it later.</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="Go on editing" onClick={() => blocker.reset()} />
            <Button intent="danger" variant="outlined" text="Discard" onClick={() => {
              onDiscard();
              blocker.proceed();
            }} />
            <Button intent="primary" text="Keep the draft and leave" onClick={() => blocker.proceed()} />
          </>
        }
      />
    </Dialog>
  );
}
