/** As much of it as the bench asks for; it is installed with the peers. */
declare module '@dagrejs/dagre' {
  interface Graph {
    setGraph(options: { readonly rankdir: 'LR' }): this;
    setDefaultEdgeLabel(label: () => object): this;
    setNode(id: string, size: { readonly width: number; readonly height: number }): this;
    setEdge(source: string, target: string): this;
  }
  const dagre: { readonly graphlib: { readonly Graph: new () => Graph }; layout(graph: Graph): void };
  export default dagre;
}
