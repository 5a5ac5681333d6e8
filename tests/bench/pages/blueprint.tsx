import { Button, HTMLTable, InputGroup, Navbar, NavbarGroup, NavbarHeading, Tag } from '@blueprintjs/core';
import { Add, Refresh } from '@blueprintjs/icons';
import '@blueprintjs/core/lib/css/blueprint.css';
import { createRoot } from 'react-dom/client';
import { columns, listRows, plainText } from './list-rows.ts';

/** A plain page of Blueprint that knows its data: a bar, a search field, buttons and a table of 40 rows. */
export const draw = (root: HTMLElement) =>
  createRoot(root).render(
    <>
      <Navbar>
        <NavbarGroup>
          <NavbarHeading>Tools</NavbarHeading>
          <InputGroup placeholder="Filter" />
          <Button variant="minimal" icon={<Refresh />} aria-label="Refresh" />
          <Button intent="primary" icon={<Add />} text="New tool" />
        </NavbarGroup>
      </Navbar>
      <HTMLTable compact interactive>
        <thead>
          <tr>{columns.map(({ name, label }) => <th key={name}>{label}</th>)}</tr>
        </thead>
        <tbody>
          {listRows(40).map((row) => (
            <tr key={row.id} data-row>
              {columns.map(({ name, widget }) => <td key={name}>{widget === 'choice' ? <Tag minimal>{plainText(row[name])}</Tag> : plainText(row[name])}</td>)}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </>,
  );
