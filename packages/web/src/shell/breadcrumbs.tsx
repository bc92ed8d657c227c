/** Breadcrumbs: links to the parent pages, then the current page. */

import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { ownerLists } from '../places/crumb.ts'
import { usePageFacts } from '../places/page-facts.ts'
import { useCurrentPageLabel } from '../ui/page-label.ts'
import { useOwnerName } from './owner-name.ts'

interface Step {
  readonly label: string
  readonly to: string
}

/** `isShort`: shows only the current page. */
export function Breadcrumbs({ isShort }: { isShort: boolean }) {
  const t = useText()
  const { crumbs, title, to, owner } = usePageFacts()
  const ownerName = useOwnerName(owner)
  const pageLabel = useCurrentPageLabel()
  const label = pageLabel ?? (title ? t(title) : '')
  const steps = crumbs.flatMap((crumb): Step[] => {
    const step = { label: t(crumb.label), to: crumb.to }
    if (!owner || !ownerName || crumb.to !== ownerLists[owner.param]) return [step]
    return [step, { label: ownerName, to: `${crumb.to}/${owner.id}` }]
  })
  // With an entity open in its list, the list is a breadcrumb too.
  if (pageLabel && title && to) steps.push({ label: t(title), to })
  const shortLabel = ownerName && !pageLabel ? t('shell.ofOwner', { name: ownerName, things: label }) : label
  return isShort ? <span className="sd-toolbar-title">{shortLabel}</span> : <Trail steps={steps} label={label} />
}

/** `label`: name of the current page. */
export function Trail({ steps, label }: { steps: readonly Step[]; label: string }) {
  const t = useText()
  return (
    <nav className="sd-crumbs" aria-label={t('shell.breadcrumbs')}>
      {steps.map((step) => (
        <span key={step.to} className="sd-crumb">
          {/* Paths of lists below an owner take its id from the current URL. */}
          <Link to={step.to as '/home'} search={{}} activeOptions={{ exact: true }}>
            <bdi>{step.label}</bdi>
          </Link>
          <ChevronRight size={14} strokeWidth={2} aria-hidden />
        </span>
      ))}
      <b aria-current="page">
        <bdi>{label}</bdi>
      </b>
    </nav>
  )
}
