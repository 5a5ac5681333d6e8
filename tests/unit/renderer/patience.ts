import { configure } from '@testing-library/react';

/** How long what is looked for may take to come, in milliseconds: areas are loaded when they are opened, and the machine may have other work. */
configure({ asyncUtilTimeout: 10_000 });
