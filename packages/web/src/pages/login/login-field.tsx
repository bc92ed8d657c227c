/** Background drawing of the sign-in page: contour lines with sounding points. Deterministic. */

interface Line {
  readonly path: string
  readonly isAccent: boolean
  readonly point: { readonly x: number; readonly y: number } | null
}

const lineCount = 26

/** Height of line `k` at `x`: a gentle wave over two hills. */
function heightAt(k: number, x: number): number {
  const swing = (14 + 10 * Math.sin(k * 0.5)) * 0.35 * Math.sin(x / 170 + k * 0.42)
  const hillRight = Math.exp(-(((x - 1080 + k * 9) / 260) ** 2)) * 58 * Math.sin(k * 0.24 + 0.4)
  const hillLeft = Math.exp(-(((x - 330 - k * 6) / 220) ** 2)) * 46 * Math.cos(k * 0.21)
  return 70 + k * 31 - hillRight - hillLeft + swing
}

const lines: readonly Line[] = Array.from({ length: lineCount }, (_, k) => {
  let path = ''
  for (let x = -20; x <= 1460; x += 12) path += `${path ? 'L' : 'M'}${x} ${heightAt(k, x).toFixed(1)}`
  const x = (k % 2 ? 140 : 1070) + ((k * 97) % 230)
  return { path, isAccent: k % 6 === 3, point: k % 3 === 1 ? { x, y: heightAt(k, x) } : null }
})

export function LoginField() {
  return (
    <svg className="sd-login-field" aria-hidden="true" preserveAspectRatio="xMidYMid slice" viewBox="0 0 1440 900">
      <defs>
        <linearGradient id="sd-login-fade" x1="0" x2="1">
          <stop offset="0" stopColor="white" stopOpacity="0" />
          <stop offset=".18" stopColor="white" />
          <stop offset=".82" stopColor="white" />
          <stop offset="1" stopColor="white" stopOpacity="0" />
        </linearGradient>
        <mask id="sd-login-mask">
          <rect width="1440" height="900" fill="url(#sd-login-fade)" />
        </mask>
      </defs>
      <g mask="url(#sd-login-mask)" fill="none">
        {lines.map(({ path, isAccent, point }) => (
          <g key={path}>
            <path
              d={path}
              stroke={isAccent ? 'var(--sd-primary)' : 'var(--sd-border-control)'}
              strokeOpacity={isAccent ? 0.42 : 0.26}
              strokeWidth={isAccent ? 1.4 : 1}
            />
            {point && (
              <>
                <circle cx={point.x} cy={point.y} r="7" fill="var(--sd-live)" opacity=".12" />
                <circle cx={point.x} cy={point.y} r="3" fill="var(--sd-live)" />
              </>
            )}
          </g>
        ))}
      </g>
    </svg>
  )
}
