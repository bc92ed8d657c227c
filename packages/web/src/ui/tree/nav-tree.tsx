/**
 * Navigation tree: arrows expand, collapse and move, Home and End go to the ends, letters jump, Enter chooses. A search
 * hides nodes that don't match. Branches can be loaded when they are expanded.
 */

import './tree.css'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { branchesOf, canOpen, matchingNodes, rowsOf, type TreeNode, type TreeRow, waysTo } from './tree-nodes.ts'

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
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(value === null ? [] : branchesOf(given, value)))
  const [loaded, setLoaded] = useState<ReadonlyMap<string, readonly TreeNode[] | 'failed' | 'loading'>>(new Map())
  const [focused, setFocused] = useState<string | null>(value)

  const filled = (node: TreeNode): TreeNode => {
    const children = node.children === 'load' ? loaded.get(node.id) : node.children
    return Array.isArray(children) ? { ...node, children: (children as readonly TreeNode[]).map(filled) } : node
  }
  const all = given.map(filled)
  const nodes = matchingNodes(all, search)
  const rows = rowsOf(nodes, new Set([...open, ...waysTo(all, search)]))
  const current = rows.find(({ node }) => node.id === focused) ?? rows.find(({ node }) => node.id === value) ?? rows[0]

  function toggle({ node, isOpen }: TreeRow, wanted = !isOpen) {
    if (!canOpen(node)) return
    const next = new Set(open)
    if (wanted) next.add(node.id)
    else next.delete(node.id)
    setOpen(next)
    if (!wanted || node.children !== 'load' || !load || loaded.get(node.id) === 'loading') return
    setLoaded((now) => new Map(now).set(node.id, 'loading'))
    load(node).then(
      (children) => setLoaded((now) => new Map(now).set(node.id, children)),
      () => setLoaded((now) => new Map(now).set(node.id, 'failed')),
    )
  }

  function goTo(row: TreeRow | undefined) {
    if (!row) return
    setFocused(row.node.id)
    list.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[rows.indexOf(row)]?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return
    const at = rows.indexOf(current)
    const parent = rows.find(({ node }) => node.id === current.parentId)
    const letter = event.key.length === 1 && event.key !== ' ' ? event.key.toLowerCase() : null
    const starts = ({ node }: TreeRow) => node.label.toLowerCase().startsWith(letter ?? '')
    switch (event.key) {
      case 'ArrowDown':
        goTo(rows[at + 1])
        break
      case 'ArrowUp':
        goTo(rows[at - 1])
        break
      case 'Home':
        goTo(rows[0])
        break
      case 'End':
        goTo(rows.at(-1))
        break
      case 'ArrowRight':
        if (current.isOpen) goTo(rows[at + 1])
        else toggle(current, true)
        break
      case 'ArrowLeft':
        if (current.isOpen) toggle(current, false)
        else goTo(parent)
        break
      case 'Enter':
      case ' ':
        onChange(current.node)
        break
      default:
        if (letter === null) return
        goTo(rows.slice(at + 1).find(starts) ?? rows.find(starts))
    }
    event.preventDefault()
    event.stopPropagation()
  }

  if (rows.length === 0) {
    return (
      <p className="sd-text-3">
        {search.trim() === '' ? t('ui.noOptions') : t('ui.noOption', { query: search.trim() })}
      </p>
    )
  }
  return (
    <div ref={list} className="sd-tree" role="tree" aria-label={label} onKeyDown={onKeyDown}>
      {rows.map((row) => {
        const { node, level, isOpen, place, siblings } = row
        const state = loaded.get(node.id)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
          <div
            key={node.id}
            role="treeitem"
            tabIndex={row === current ? 0 : -1}
            aria-level={level}
            aria-posinset={place}
            aria-setsize={siblings}
            aria-expanded={canOpen(node) ? isOpen : undefined}
            aria-selected={node.id === value}
            aria-busy={(isOpen && state === 'loading') || undefined}
            aria-describedby={isOpen && state === 'failed' ? `${id}-${node.id}-failed` : undefined}
            className="sd-tree-row"
            style={{ paddingInlineStart: 8 + (level - 1) * 20 }}
            onFocus={() => setFocused(node.id)}
            onClick={() => {
              setFocused(node.id)
              onChange(node)
            }}
          >
            {canOpen(node) ? (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows do the same
              // biome-ignore lint/a11y/noStaticElementInteractions: the arrows do the same
              <span
                className="sd-tree-toggle"
                onClick={(event) => {
                  event.stopPropagation()
                  toggle(row)
                }}
              >
                <ChevronRight size={16} strokeWidth={2} aria-hidden />
              </span>
            ) : (
              <span className="sd-tree-toggle" />
            )}
            {node.icon && icon?.(node.icon)}
            <span className="sd-ellipsis">{node.label}</span>
            {isOpen && state === 'loading' && <span className="sd-text-3 sd-xs">{t('ui.optionsLoading')}</span>}
            {isOpen && state === 'failed' && (
              <span id={`${id}-${node.id}-failed`} className="sd-tree-failed sd-xs">
                {t('ui.optionsFailed')}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}
