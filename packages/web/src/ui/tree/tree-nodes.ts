/** Nodes of a tree: search, and conversion to visible rows. */

export interface TreeNode {
  readonly id: string
  readonly label: string
  /** Icon name, such as `DEVICE`. */
  readonly icon?: string
  /** Can be opened but not chosen. */
  readonly isDisabled?: boolean
  /** `load`: loaded when the node is expanded. Absent: no children. */
  readonly children?: readonly TreeNode[] | 'load'
}

export interface TreeRow {
  readonly node: TreeNode
  /** Depth, from 1. */
  readonly level: number
  readonly isOpen: boolean
  readonly parentId: string | null
  /** Position among its siblings, from 1. */
  readonly place: number
  readonly siblings: number
}

export const canOpen = ({ children }: TreeNode): boolean => children === 'load' || (children?.length ?? 0) > 0

/** Nodes that match the text, ignoring case, with their ancestors and all of their descendants. */
export function matchingNodes(nodes: readonly TreeNode[], search: string): readonly TreeNode[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return nodes
  return nodes.flatMap((node): readonly TreeNode[] => {
    if (node.label.toLowerCase().includes(wanted)) return [node]
    const below = Array.isArray(node.children) ? matchingNodes(node.children as readonly TreeNode[], wanted) : []
    return below.length > 0 ? [{ ...node, children: below }] : []
  })
}

/** Ids of the ancestors of matching nodes. */
export function waysTo(nodes: readonly TreeNode[], search: string): readonly string[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return []
  return matchingNodes(nodes, wanted).flatMap(({ id, label, children }) =>
    label.toLowerCase().includes(wanted) || !Array.isArray(children)
      ? []
      : [id, ...waysTo(children as readonly TreeNode[], wanted)],
  )
}

export function rowsOf(
  nodes: readonly TreeNode[],
  open: ReadonlySet<string>,
  level = 1,
  parentId: string | null = null,
): readonly TreeRow[] {
  return nodes.flatMap((node, index) => {
    const isOpen = open.has(node.id) && canOpen(node)
    const row = { node, level, isOpen, parentId, place: index + 1, siblings: nodes.length }
    const below = isOpen && Array.isArray(node.children) ? (node.children as readonly TreeNode[]) : []
    return [row, ...rowsOf(below, open, level + 1, node.id)]
  })
}

/** Ids of a node's ancestors; empty if the node isn't found. */
export function branchesOf(nodes: readonly TreeNode[], id: string): readonly string[] {
  for (const node of nodes) {
    if (!Array.isArray(node.children)) continue
    const children = node.children as readonly TreeNode[]
    if (children.some((child) => child.id === id)) return [node.id]
    const below = branchesOf(children, id)
    if (below.length > 0) return [node.id, ...below]
  }
  return []
}
