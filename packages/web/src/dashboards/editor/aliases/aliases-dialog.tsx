/** Dialog for the entity aliases of a dashboard. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { type AliasFault, aliasFaults, withAliasType } from '@sonde/model/dashboards/editing/alias-filters'
import { setAliases, widgetNameOf } from '@sonde/model/dashboards/editing/commands'
import { referencesOf } from '@sonde/model/dashboards/editing/references'
import { objectOf } from '@sonde/model/dashboards/json-parts'
import { Boxes } from 'lucide-react'
import { useMemo } from 'react'
import type { MessageKey } from '../../../locale/messages.ts'
import { useText } from '../../../locale/use-text.tsx'
import { EntriesDialog } from '../named-entries/entries-dialog.tsx'
import { nameOf } from '../named-entries/entry-drafts.ts'
import type { Editor } from '../use-editor.ts'
import { AliasForm, editedFilter } from './alias-form.tsx'
import { AliasNote, AliasPreview } from './alias-preview.tsx'

interface AliasesDialogProps {
  readonly editor: Editor
  /** Parameters of the open state, for aliases that depend on it. */
  readonly stateParams: JsonObject
  /** Opens with a new alias, for a widget that needs one. */
  readonly startsNew?: boolean
  /** ID of the alias that it opened with, once it is part of the dashboard. */
  readonly onAdded?: (aliasId: string) => void
  readonly onClose: () => void
}

const faultText: Readonly<Record<AliasFault, MessageKey>> = {
  type: 'dashboardEntries.typeRequired',
  singleEntity: 'dashboardEntries.entityRequired',
  entityType: 'inputs.entityTypeRequired',
  entityList: 'dashboardEntries.entitiesRequired',
  entityNameFilter: 'dashboardEntries.entityNameRequired',
  subtype: 'inputs.typesRequired',
  subtypes: 'inputs.typesRequired',
  rootEntity: 'dashboardEntries.entityRequired',
  maxLevel: 'dashboardEntries.wholeNumber',
}

export function AliasesDialog({ editor, stateParams, startsNew, onAdded, onClose }: AliasesDialogProps) {
  const t = useText()
  const { configuration } = editor.dashboard
  const references = useMemo(() => referencesOf(configuration), [configuration])
  return (
    <EntriesDialog
      of="alias"
      stored={objectOf(configuration.entityAliases)}
      icon={<Boxes size={24} strokeWidth={1.75} aria-hidden />}
      startsNew={startsNew}
      create={() => ({ filter: withAliasType({}, 'entityType') })}
      errorsOf={(alias) =>
        Object.fromEntries(aliasFaults(editedFilter(alias)).map((fault) => [fault, t(faultText[fault])]))
      }
      usersOf={(alias) =>
        references
          .ofAlias(alias.id, nameOf(alias, 'alias'))
          .map((id) => widgetNameOf(editor.dashboard, id) || t('dashboardEditor.widget'))
      }
      note={(alias) => <AliasNote alias={alias} stateParams={stateParams} />}
      form={(alias, at, onChange) => (
        <>
          <AliasForm at={at} alias={alias} onChange={onChange} />
          <AliasPreview alias={alias} stateParams={stateParams} />
        </>
      )}
      onApply={(aliases, addedId) => {
        editor.run(setAliases(aliases))
        if (addedId !== undefined) onAdded?.(addedId)
      }}
      onClose={onClose}
    />
  )
}
