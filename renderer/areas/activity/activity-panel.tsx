import { useState } from 'react';
import { ActivityLog } from './activity-log.tsx';

/** The log as it stands under a page: what is looked for there is nobody's address. */
export function ActivityPanel() {
  const [text, setText] = useState('');
  return <ActivityLog text={text} onText={setText} />;
}
