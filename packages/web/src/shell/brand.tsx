/** Logo of the product. */

import './brand.css'

export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg className="sd-brand-mark" width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <circle cx="12" cy="8" r="6.2" stroke="currentColor" strokeWidth="2" />
      <circle cx="12" cy="8" r="2" fill="currentColor" />
      <path d="M12 14.2v3.6" stroke="currentColor" strokeWidth="2" />
      <rect x="9" y="17.5" width="6" height="5" rx="1.5" fill="currentColor" />
    </svg>
  )
}
