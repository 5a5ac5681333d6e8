import { columns, plainText } from './list-rows.ts';
import type { Draw } from './main.ts';

/** The floor: as many rows as fit the screen, made once by hand; scrolling moves those that left, and writes other texts into them. */

const height = 28;

export const draw: Draw = (root, rows) => {
  const scroller = document.createElement('div');
  scroller.className = 'table-scroll';
  const space = document.createElement('div');
  space.style.cssText = `height: ${rows.length * height}px; position: relative`;
  const table = document.createElement('table');
  table.className = 'table';
  table.style.cssText = `position: absolute; top: 0; width: ${columns.reduce((sum, { width }) => sum + width, 0)}px`;
  const body = table.createTBody();
  scroller.append(space);
  space.append(table);
  root.append(scroller);

  const count = Math.ceil(scroller.clientHeight / height) + 2;
  const pool = Array.from({ length: count }, () => {
    const row = body.insertRow();
    const texts = columns.map(({ width }) => {
      const cell = row.insertCell();
      cell.style.width = `${width}px`;
      return cell.appendChild(document.createTextNode(''));
    });
    return { row, texts, shows: -1 };
  });
  const fill = () => {
    const top = Math.min(Math.floor(scroller.scrollTop / height), rows.length - count);
    pool.forEach((slot, at) => {
      // Each row of the data has one row of the pool, so that scrolling by one writes one.
      const wanted = top + ((((at - top) % count) + count) % count);
      if (slot.shows === wanted) return;
      slot.shows = wanted;
      slot.row.style.transform = `translateY(${(wanted - at) * height}px)`;
      slot.texts.forEach((text, place) => {
        text.data = plainText(rows[wanted]![columns[place]!.name]);
      });
    });
  };
  scroller.addEventListener('scroll', fill);
  fill();
};
