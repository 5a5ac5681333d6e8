/** A plain table of so many tasks × 100 runs, of which the browser draws what is seen: the same colours, no words, no cursor. */
export function drawFloor(root: HTMLElement, tasks: number): void {
  root.style.cssText = 'height: 800px; display: flex';
  const colours = ['green', 'red', 'hotpink', 'orange'];
  const rows = Array.from({ length: tasks }, (_, task) => {
    const cells = Array.from({ length: 44 }, (_cell, run) => `<td style="background:${colours[(task + run) % colours.length]}"></td>`).join('');
    return `<tr><th>task_${task}</th>${cells}</tr>`;
  }).join('');
  root.innerHTML = `<style>td{width:20px;height:18px;padding:0}th{width:200px;font-weight:400}</style><div class="grid-scroll" style="flex:1;overflow:auto"><table>${rows}</table></div>`;
}
