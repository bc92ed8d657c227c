/** Navigation tree. A search hides nodes that don't match. Branches can be loaded when they are expanded. */

import { type ReactNode, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { branchesOf, matchingNodes, rowsOf, type TreeNode, type TreeRow, waysTo } from './tree-nodes.ts'
import { type TreeNote, TreeRows } from './tree-rows.tsx'

interface NavTreeProps {
  readonly label: string
  readonly nodes: readonly TreeNode[]
  /** Id of the selected node; null: none. */
  readonly value: string | null
  readonly onChange: (node: TreeNode) => void
  /** Loads the children of nodes with `children: 'load'` when they are expanded. */
  readonly load?: (node: TreeNode) => Promise<readonly TreeNode[]>
  readonly search?: string
  readonly icon?: (name: string) => ReactNode
}

export function NavTree({ label, nodes: given, value, onChange, load, search = '', icon }: NavTreeProps) {
  const t = useText()
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(value === null ? [] : branchesOf(given, value)))
  const [loaded, setLoaded] = useState<ReadonlyMap<string, readonly TreeNode[] | 'failed' | 'loading'>>(new Map())

  const filled = (node: TreeNode): TreeNode => {
    const children = node.children === 'load' ? loaded.get(node.id) : node.children
    return Array.isArray(children) ? { ...node, children: (children as readonly TreeNode[]).map(filled) } : node
  }
  const all = given.map(filled)
  const nodes = matchingNodes(all, search)
  const rows = rowsOf(nodes, new Set([...open, ...waysTo(all, search)]))

  function toggle({ node }: TreeRow, isOpen: boolean) {
    const next = new Set(open)
    if (isOpen) next.add(node.id)
    else next.delete(node.id)
    setOpen(next)
    if (!isOpen || node.children !== 'load' || !load || loaded.get(node.id) === 'loading') return
    setLoaded((now) => new Map(now).set(node.id, 'loading'))
    load(node).then(
      (children) => setLoaded((now) => new Map(now).set(node.id, children)),
      () => setLoaded((now) => new Map(now).set(node.id, 'failed')),
    )
  }

  function noteOf({ node, isOpen }: TreeRow): TreeNote | null {
    const state = isOpen ? loaded.get(node.id) : undefined
    if (state === 'loading') return { kind: 'loading', content: t('ui.optionsLoading') }
    return state === 'failed' ? { kind: 'failed', content: t('ui.optionsFailed') } : null
  }

  if (rows.length === 0) {
    return (
      <p className="sd-text-3">
        {search.trim() === '' ? t('ui.noOptions') : t('ui.noOption', { query: search.trim() })}
      </p>
    )
  }
  return (
    <TreeRows
      label={label}
      rows={rows}
      value={value}
      onChange={onChange}
      onToggle={toggle}
      noteOf={noteOf}
      icon={(node) => node.icon && icon?.(node.icon)}
    />
  )
}
