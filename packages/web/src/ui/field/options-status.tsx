/**
 * State of a searched list: a note where the list has no options, else a count for screen readers. Changes are
 * announced.
 */

import './options-status.css'
import { useText } from '../../locale/use-text.tsx'

interface OptionsStatusProps {
  readonly count: number
  readonly isSearching: boolean
  readonly isError: boolean
  /** The text that was searched for. */
  readonly searched: string
}

export function OptionsStatus({ count, isSearching, isError, searched }: OptionsStatusProps) {
  const t = useText()
  const text = isError
    ? t('ui.optionsFailed')
    : isSearching
      ? t('ui.optionsLoading')
      : count > 0
        ? t('ui.optionsFound', { count })
        : searched === ''
          ? t('ui.noOptions')
          : t('ui.noOption', { query: searched })
  // Options of an earlier load stay usable while they are loaded again, or when that failed.
  const isShown = isError || count === 0
  return (
    <p role="status" className={isShown ? 'sd-options-note' : 'sd-hidden-text'}>
      {text}
    </p>
  )
}
