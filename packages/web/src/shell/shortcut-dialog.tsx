/** Dialog with all keyboard shortcuts. */

import './shortcut-dialog.css'
import { Fragment } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Switch } from '../ui/field/text-field.tsx'
import { useObservable } from '../ui/observable.ts'
import { pageShortcuts } from '../ui/shortcuts/page-shortcuts.ts'
import { setSingleLetters, singleLetters } from '../ui/shortcuts/shortcuts.ts'
import { useMenu } from './use-menu.ts'

export default function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const isOn = useObservable(singleLetters)
  const ofPage = useObservable(pageShortcuts)
  const places = useMenu().flatMap((group) => group.places)
  return (
    <Dialog title={t('shell.shortcutsTitle')} size={860} onClose={onClose}>
      {/* First, since a dialog focuses its first control: further down, the dialog would open scrolled to its end. */}
      <Switch label={t('shell.singleLetters')} isChecked={isOn} onChange={setSingleLetters} />
      {ofPage && (
        <section className="sd-shortcuts-page">
          <h3>{t(ofPage.title)}</h3>
          <dl>
            {ofPage.rows.map(({ keys, text }) => (
              <Row key={text} keys={keys} text={t(text)} />
            ))}
          </dl>
        </section>
      )}
      <div className="sd-shortcuts">
        <div>
          <section>
            <h3>{t('shell.shortcutsEverywhere')}</h3>
            <dl>
              <Row keys={['Ctrl', 'K']} text={t('shell.shortcutPalette')} />
              <Row keys={['?']} text={t('shell.shortcutHelp')} />
              <Row keys={['Esc']} text={t('shell.shortcutEsc')} />
            </dl>
          </section>
          <section>
            <h3>{t('shell.shortcutsLists')}</h3>
            <dl>
              <Row keys={['/']} text={t('shell.shortcutSearch')} />
              <Row keys={['↑', '↓']} text={t('shell.shortcutRows')} />
              <Row keys={['←', '→']} text={t('shell.shortcutRowControls')} />
              <Row keys={['Enter']} text={t('shell.shortcutOpenRow')} />
              <Row keys={['X']} text={t('shell.shortcutSelectRow')} />
              <Row keys={['J', 'K']} text={t('shell.shortcutAlarmStep')} />
              <Row keys={['A']} text={t('shell.shortcutAcknowledge')} />
              <Row keys={['C']} text={t('shell.shortcutClear')} />
            </dl>
          </section>
        </div>
        <section>
          <h3>{t('shell.shortcutsPages')}</h3>
          <dl className="sd-shortcuts-pages">
            {places.map((place) => (
              <Row
                key={place.to}
                keys={['G', t('shell.shortcutThen'), place.key.toUpperCase()]}
                text={t(place.label)}
              />
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}

function Row({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <div>
      <dt>
        {keys.map((key, at) => (
          <Fragment key={key}>
            {at > 0 && ' '}
            {key.length > 1 && /^[a-z]/.test(key) ? <span className="sd-xs sd-text-3">{key}</span> : <kbd>{key}</kbd>}
          </Fragment>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  )
}
