import {
  ApplicationsIcon, CogIcon, DataConnectionIcon, DocumentIcon, FlowsIcon, GraphIcon, HomeIcon, PeopleIcon, PulseIcon, GlobeNetworkIcon, ChatIcon,
} from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import type { AreaId } from '../state/areas.ts';

export const areaIcons: Record<AreaId, ReactNode> = {
  home: <HomeIcon />,
  agents: <ChatIcon />,
  workflows: <FlowsIcon />,
  apis: <GlobeNetworkIcon />,
  dags: <GraphIcon />,
  connectors: <DataConnectionIcon />,
  workspaces: <ApplicationsIcon />,
  documents: <DocumentIcon />,
  admin: <PeopleIcon />,
  activity: <PulseIcon />,
  settings: <CogIcon />,
};
