/** Adds widgets from a file; asks for replacements if their aliases name entities that do not exist here. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import type { LayoutPlace } from '@sonde/model/dashboards/editing/commands'
import {
  itemAliases,
  itemCount,
  pasteWidgets,
  readWidgetItem,
  type WidgetItem,
  withItemAliases,
} from '@sonde/model/dashboards/editing/widget-item'
import { useState } from 'react'
import { ImportJsonDialog } from '../../../json-files/import-json-dialog.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { useAccount, useClient } from '../../../session/use-session.tsx'
import { AliasRepairDialog } from '../../import/alias-repair-dialog.tsx'
import { unresolvedAliases, withEntities } from '../../import/import-aliases.ts'
import type { Editor } from '../use-editor.ts'

interface ImportWidgetDialogProps {
  readonly editor: Editor
  readonly place: LayoutPlace
  readonly onClose: () => void
}

interface Waiting {
  readonly item: WidgetItem
  /** Aliases as in a dashboard; their ids in the order of the keys of the item's aliases. */
  readonly entityAliases: JsonObject
  readonly aliases: Awaited<ReturnType<typeof unresolvedAliases>>
}

export function ImportWidgetDialog({ editor, place, onClose }: ImportWidgetDialogProps) {
  const t = useText()
  const client = useClient()
  const auth = useAccount()?.auth
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  function parse(content: unknown): WidgetItem {
    const item = readWidgetItem(content)
    if (!item) throw new Error(t('widgetLibrary.noWidget'))
    return item
  }

  function add(item: WidgetItem) {
    const ids = Array.from({ length: itemCount(item) }, () => crypto.randomUUID())
    const command = pasteWidgets(place, item, null, ids, () => crypto.randomUUID(), 'importWidget')
    editor.run(command)
    editor.select({ ...place, ids, isNew: true })
    const name = command.label.name || t('dashboardEditor.widget')
    editor.say(t('widgetLibrary.imported', { name, count: ids.length }))
    onClose()
  }

  async function run(item: WidgetItem) {
    const entityAliases = Object.fromEntries(
      Object.values(itemAliases(item)).map((info) => [crypto.randomUUID(), info] as const),
    )
    const context = {
      authority: 'TENANT_ADMIN',
      tenantId: auth?.tenantId ?? '',
      customerId: null,
      userId: auth?.userId ?? '',
      stateParams: {},
    } as const
    const aliases = await unresolvedAliases(
      { entityAliases },
      context,
      (query) => client.entityQuery.find(query, { ignoreErrors: true }),
      { nowMs: client.session.serverNowMs(), newId: () => crypto.randomUUID() },
    )
    if (aliases.length > 0) setWaiting({ item, entityAliases, aliases })
    else add(item)
  }

  if (!waiting) {
    return <ImportJsonDialog title={t('widgetLibrary.import')} parse={parse} run={run} onClose={onClose} />
  }
  const { item, entityAliases, aliases } = waiting
  return (
    <AliasRepairDialog
      name={nameOf(item)}
      action={t('widgetLibrary.import')}
      aliases={aliases}
      onImport={async (chosen) => {
        const repaired = Object.values(withEntities({ entityAliases }, chosen).entityAliases as JsonObject)
        const keys = Object.keys(itemAliases(item))
        add(withItemAliases(item, Object.fromEntries(keys.map((key, index) => [key, repaired[index]]))))
      }}
      onClose={onClose}
    />
  )
}

const nameOf = ({ widget }: WidgetItem): string => {
  const { title } = widget.config as { readonly title?: unknown }
  return typeof title === 'string' ? title : ''
}
