/** Links to the pages of the user's role by menu group, with the number of entities on each page. */

import { Link } from '@tanstack/react-router'
import { useText } from '../../locale/use-text.tsx'
import type { NavItem } from '../../shell/nav-items.ts'
import { useMenu } from '../../shell/use-menu.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { usePlaceCount } from './place-counts.ts'

export function GoTo() {
  const t = useText()
  const groups = useMenu()
    .map((group) => ({ ...group, places: group.places.filter(({ to }) => to !== '/home') }))
    .filter(({ places }) => places.length > 0)
  return (
    <section className="sd-card sd-home-panel" aria-label={t('home.goTo')}>
      <header>
        <h2>{t('home.goTo')}</h2>
        <span className="sd-text-3 sd-xs sd-home-keys">
          {t('home.goToPress')} <kbd>G</kbd> {t('home.goToThen')}
        </span>
      </header>
      <div className="sd-home-places">
        {groups.map(({ label, places }) => (
          <div key={label ?? ''}>
            {label && <h3>{t(label)}</h3>}
            <ul>
              {places.map((place) => (
                <li key={place.to}>
                  <PlaceLink place={place} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

function PlaceLink({ place: { to, label, icon: Icon } }: { place: NavItem }) {
  const t = useText()
  const format = useFormat()
  const count = usePlaceCount(to)
  return (
    <Link to={to} search={{}} className="sd-home-place">
      <Icon size={16} strokeWidth={2} aria-hidden />
      <span>{t(label)}</span>
      {count !== undefined && <span className="sd-num sd-text-3">{format.number(count, { decimals: 0 })}</span>}
    </Link>
  )
}
