/** Copy, cut, paste, references and export of the widgets of a layout: actions, their keys, and their menus. */

import { type LayoutPlace, widgetNameOf } from '@sonde/model/dashboards/editing/commands'
import {
  itemCount,
  type PasteCell,
  pastable,
  pasteReferences,
  pasteWidgets,
  placesOf,
  replaceReference,
  widgetItemOf,
  widgetReferenceOf,
} from '@sonde/model/dashboards/editing/widget-item'
import {
  ClipboardPaste,
  Copy,
  CopyPlus,
  Download,
  FileInput,
  Link2,
  Link2Off,
  ListPlus,
  Plus,
  Scissors,
  Settings2,
  Trash2,
} from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { saveJsonFile } from '../../../json-files/json-file.ts'
import { useText } from '../../../locale/use-text.tsx'
import type { MenuItem } from '../../../ui/menu/menu.tsx'
import { isTyping } from '../../../ui/shortcuts/shortcuts.ts'
import { useToasts } from '../../../ui/toast/toast-stack.tsx'
import type { Editor } from '../use-editor.ts'
import { storedItem, storedReference, storeItem, storeReference } from './widget-clipboard.ts'

interface ClipboardParts {
  readonly editor: Editor
  readonly place: LayoutPlace
  /** Selected widgets of the layout. */
  readonly selected: readonly string[]
  /** Name that a widget shows. */
  readonly nameOf: (id: string) => string
  readonly duplicate: (ids: readonly string[]) => void
  readonly remove: (ids: readonly string[]) => void
  /** Cell under the mouse; null: it is elsewhere. `none`: it is over another layout, which pastes instead. */
  readonly mouseCell: () => PasteCell | 'none'
}

const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const

export function useClipboard({ editor, place, selected, nameOf, duplicate, remove, mouseCell }: ClipboardParts) {
  const t = useText()
  const toasts = useToasts()
  const { dashboard, run, select, say } = editor

  const words = (ids: readonly string[]) => ({ name: nameOf(ids[0] ?? ''), count: ids.length })
  const fail = () => toasts.show({ kind: 'error', text: t('widgetLibrary.clipboardFull') })

  function copy(ids: readonly string[]): boolean {
    const item = widgetItemOf(dashboard, place, ids)
    if (!item) return false
    const isStored = storeItem(item)
    if (isStored) say(t('widgetLibrary.copied', words(ids)))
    else fail()
    return isStored
  }

  function copyReference(ids: readonly string[]) {
    const reference = widgetReferenceOf(dashboard, place, ids)
    if (!reference) return
    if (storeReference(reference)) say(t('widgetLibrary.referenceCopied', words(ids)))
    else fail()
  }

  function cut(ids: readonly string[]) {
    if (!copy(ids)) return
    remove(ids)
    say(t('widgetLibrary.cut', words(ids)))
  }

  function paste(at: PasteCell) {
    const item = storedItem()
    if (!item) return say(t('widgetLibrary.nothingToPaste'))
    const ids = Array.from({ length: itemCount(item) }, () => crypto.randomUUID())
    const command = pasteWidgets(place, item, at, ids, () => crypto.randomUUID())
    run(command)
    select({ ...place, ids, isNew: true })
    const name = command.label.name || t('dashboardEditor.widget')
    say(t('widgetLibrary.pasted', { name, count: ids.length }))
  }

  function pasteReference(at: PasteCell) {
    const reference = storedReference()
    if (!reference) return say(t('widgetLibrary.noReference'))
    const ids = pastable(dashboard, place, reference).map(({ widgetId }) => widgetId)
    if (ids.length === 0) return say(t(`widgetLibrary.${whyNot(reference.dashboardId)}`))
    run(pasteReferences(dashboard, place, reference, at))
    select({ ...place, ids, isNew: true })
    const name = widgetNameOf(dashboard, ids[0] ?? '') || t('dashboardEditor.widget')
    say(t('widgetLibrary.referencePasted', { name, count: ids.length }))
  }

  const whyNot = (dashboardId: string) => (dashboardId === dashboard.id.id ? 'referenceHere' : 'referenceElsewhere')

  function replace(id: string) {
    const newId = crypto.randomUUID()
    run(replaceReference(dashboard, place, id, newId))
    select({ ...place, ids: [newId], isNew: true })
    say(t('widgetLibrary.referenceReplaced', words([id])))
  }

  function exportWidgets(ids: readonly string[]) {
    const item = widgetItemOf(dashboard, place, ids)
    if (item) saveJsonFile(widgetNameOf(dashboard, ids[0] ?? '') || 'widget', item)
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return
    const key = event.key.toLowerCase()
    const hasSelection = selected.length > 0
    const copiesText = window.getSelection()?.isCollapsed === false
    const at = mouseCell()
    if (key === 'c' && hasSelection && !copiesText) copy(selected)
    else if (key === 'x' && hasSelection && !copiesText) cut(selected)
    // Elsewhere these keys load the page again; here they would lose the changes.
    else if (key === 'r' && hasSelection) copyReference(selected)
    else if (key === 'v' && at !== 'none') paste(at)
    else if (key === 'i' && at !== 'none') pasteReference(at)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  const pasteItems = (at: PasteCell): MenuItem[] => {
    const reference = storedReference()
    return [
      {
        id: 'paste',
        label: t('widgetLibrary.paste'),
        icon: <ClipboardPaste {...icon} />,
        hint: 'Ctrl V',
        isDisabled: storedItem() === null,
        startsGroup: true,
        onSelect: () => paste(at),
      },
      {
        id: 'pasteReference',
        label: t('widgetLibrary.pasteReference'),
        icon: <ListPlus {...icon} />,
        hint: 'Ctrl I',
        isDisabled: reference === null || pastable(dashboard, place, reference).length === 0,
        onSelect: () => pasteReference(at),
      },
    ]
  }

  /** Menu of the selected widgets, all of them or those that aren't buttons of their tools. */
  const widgetItems = (ids: readonly string[], isWhole: boolean): readonly MenuItem[] => {
    const [only] = ids.length === 1 ? ids : []
    const items: MenuItem[] = []
    if (isWhole && only !== undefined)
      items.push({
        id: 'settings',
        label: t('dashboardEditor.settings'),
        icon: <Settings2 {...icon} />,
        hint: 'Enter',
        onSelect: () => editor.openSide('widget'),
      })
    items.push(
      {
        id: 'copy',
        label: t('widgetLibrary.copy'),
        icon: <Copy {...icon} />,
        hint: 'Ctrl C',
        startsGroup: isWhole && only !== undefined,
        onSelect: () => copy(ids),
      },
      {
        id: 'copyReference',
        label: t('widgetLibrary.copyReference'),
        icon: <Link2 {...icon} />,
        hint: 'Ctrl R',
        onSelect: () => copyReference(ids),
      },
      {
        id: 'cut',
        label: t('widgetLibrary.cutAction'),
        icon: <Scissors {...icon} />,
        hint: 'Ctrl X',
        onSelect: () => cut(ids),
      },
    )
    if (isWhole)
      items.push({
        id: 'duplicate',
        label: t('dashboardEditor.duplicate'),
        icon: <CopyPlus {...icon} />,
        hint: 'Ctrl D',
        onSelect: () => duplicate(ids),
      })
    if (only !== undefined && placesOf(dashboard, only) > 1)
      items.push({
        id: 'replace',
        label: t('widgetLibrary.replaceReference'),
        icon: <Link2Off {...icon} />,
        onSelect: () => replace(only),
      })
    items.push(...pasteItems(null), {
      id: 'export',
      label: t('widgetLibrary.export'),
      icon: <Download {...icon} />,
      startsGroup: true,
      onSelect: () => exportWidgets(ids),
    })
    if (isWhole)
      items.push({
        id: 'remove',
        label: t('dashboardEditor.remove'),
        icon: <Trash2 {...icon} />,
        hint: 'Del',
        isDanger: true,
        onSelect: () => remove(ids),
      })
    return items
  }

  /** Opens the library or the import for this layout. */
  function add(side: 'library' | 'import') {
    select({ ...place, ids: [] })
    editor.openSide(side)
  }

  /** Menu of the empty grid. */
  const gridItems = (at: PasteCell): readonly MenuItem[] => [
    {
      id: 'add',
      label: t('widgetLibrary.addWidget'),
      icon: <Plus {...icon} />,
      hint: 'A',
      onSelect: () => add('library'),
    },
    {
      id: 'import',
      label: t('widgetLibrary.import'),
      icon: <FileInput {...icon} />,
      onSelect: () => add('import'),
    },
    ...pasteItems(at),
  ]

  return { widgetItems, gridItems, add }
}
