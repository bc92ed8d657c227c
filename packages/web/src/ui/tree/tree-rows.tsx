/** Visible rows of a tree: arrows open, close and move, Home and End go to the ends, letters jump, Enter chooses. */

import './tree.css'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { canOpen, type TreeNode, type TreeRow } from './tree-nodes.ts'

/** What a row says about its branch. */
export interface TreeNote {
  readonly kind: 'loading' | 'failed' | 'plain'
  readonly content: ReactNode
}

interface TreeRowsProps {
  readonly label: string
  readonly rows: readonly TreeRow[]
  /** ID of the selected node; null: none. */
  readonly value: string | null
  readonly onChange: (node: TreeNode, row: Element | null) => void
  readonly onToggle: (row: TreeRow, isOpen: boolean) => void
  readonly noteOf?: (row: TreeRow) => TreeNote | null
  readonly icon?: (node: TreeNode) => ReactNode
  /** What is drawn instead of the label. */
  readonly content?: (node: TreeNode) => ReactNode
}

export function TreeRows({ label, rows, value, onChange, onToggle, noteOf, icon, content }: TreeRowsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(value)
  const current = rows.find(({ node }) => node.id === focused) ?? rows.find(({ node }) => node.id === value) ?? rows[0]

  const elementOf = (row: TreeRow) =>
    list.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[rows.indexOf(row)] ?? null

  function goTo(row: TreeRow | undefined) {
    if (!row) return
    setFocused(row.node.id)
    elementOf(row)?.focus()
  }

  function choose(row: TreeRow) {
    if (!row.node.isDisabled) onChange(row.node, elementOf(row))
  }

  function toggle(row: TreeRow, isOpen: boolean) {
    if (canOpen(row.node)) onToggle(row, isOpen)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!current || event.ctrlKey || event.metaKey || event.altKey || isButton(event.target)) return
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
        choose(current)
        break
      default:
        if (letter === null) return
        goTo(rows.slice(at + 1).find(starts) ?? rows.find(starts))
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={list} className="sd-tree" role="tree" aria-label={label} onKeyDown={onKeyDown}>
      {rows.map((row) => {
        const { node, level, isOpen, place, siblings } = row
        const note = noteOf?.(row) ?? null
        const noteId = note && note.kind !== 'loading' ? `${id}-${node.id}` : undefined
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
            aria-disabled={node.isDisabled || undefined}
            aria-busy={note?.kind === 'loading' || undefined}
            aria-describedby={noteId}
            className="sd-tree-row"
            style={{ paddingInlineStart: 8 + (level - 1) * 20 }}
            onFocus={() => setFocused(node.id)}
            onClick={() => {
              setFocused(node.id)
              choose(row)
            }}
          >
            {canOpen(node) ? (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows do the same
              // biome-ignore lint/a11y/noStaticElementInteractions: the arrows do the same
              <span
                className="sd-tree-toggle"
                onClick={(event) => {
                  event.stopPropagation()
                  toggle(row, !isOpen)
                }}
              >
                <ChevronRight size={16} strokeWidth={2} aria-hidden />
              </span>
            ) : (
              <span className="sd-tree-toggle" />
            )}
            {icon?.(node)}
            <span className="sd-ellipsis">{content ? content(node) : node.label}</span>
            {note && (
              <span id={noteId} className={`${note.kind === 'failed' ? 'sd-tree-failed' : 'sd-text-3'} sd-xs`}>
                {note.content}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** A button in a note has its own keys. */
const isButton = (target: EventTarget): boolean => target instanceof Element && target.closest('button') !== null
