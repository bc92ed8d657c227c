/** Dialog for the filters of a dashboard. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { setFilters, widgetNameOf } from '@sonde/model/dashboards/editing/commands'
import { newKeyFilter } from '@sonde/model/dashboards/editing/filter-parts'
import { referencesOf } from '@sonde/model/dashboards/editing/references'
import { objectOf } from '@sonde/model/dashboards/json-parts'
import { dashboardFilterOf } from '@sonde/model/dashboards/normalize-dashboard'
import { filterSentence } from '@sonde/model/dashboards/user-filters'
import { ListFilter } from 'lucide-react'
import { useMemo } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { useFormat } from '../../../ui/format/use-format.ts'
import { sentenceText } from '../../filter-sentence.ts'
import { EntriesDialog } from '../named-entries/entries-dialog.tsx'
import type { Editor } from '../use-editor.ts'
import { filterErrors } from './filter-errors.ts'
import { FilterForm } from './filter-form.tsx'

interface FiltersDialogProps {
  readonly editor: Editor
  /** Opens with a new filter, for a widget that needs one. */
  readonly startsNew?: boolean
  /** ID of the filter that it opened with, once it is part of the dashboard. */
  readonly onAdded?: (filterId: string) => void
  readonly onClose: () => void
}

export function FiltersDialog({ editor, startsNew, onAdded, onClose }: FiltersDialogProps) {
  const t = useText()
  const { configuration } = editor.dashboard
  const references = useMemo(() => referencesOf(configuration), [configuration])
  return (
    <EntriesDialog
      of="filter"
      stored={objectOf(configuration.filters)}
      icon={<ListFilter size={24} strokeWidth={1.75} aria-hidden />}
      startsNew={startsNew}
      create={() => ({ editable: true, keyFilters: [newKeyFilter(Date.now())] })}
      errorsOf={(filter) => filterErrors(filter, t)}
      usersOf={({ id }) =>
        references
          .ofFilter(id)
          .map((widgetId) => widgetNameOf(editor.dashboard, widgetId) || t('dashboardEditor.widget'))
      }
      note={(filter) => <Sentence filter={filter} />}
      form={(filter, at, onChange) => (
        <>
          <FilterForm at={at} filter={filter} onChange={onChange} />
          <div className="db-entry-preview">
            <h4>{t('dashboardEntries.sentence')}</h4>
            <p aria-live="polite">
              <Sentence filter={filter} />
            </p>
          </div>
        </>
      )}
      onApply={(filters, addedId) => {
        editor.run(setFilters(filters))
        if (addedId !== undefined) onAdded?.(addedId)
      }}
      onClose={onClose}
    />
  )
}

/** The filter in words. */
function Sentence({ filter }: { readonly filter: JsonObject }) {
  const t = useText()
  const format = useFormat()
  return <span>{sentenceText(filterSentence(dashboardFilterOf('', filter)), t, format)}</span>
}
