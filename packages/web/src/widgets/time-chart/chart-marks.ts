/** Draws marks behind and over the lines: shaded side of limits, limit lines, moments, spans, gaps. */

import type uPlot from 'uplot'
import type { ChartModel } from './chart-model.ts'
import type { ChartSeries } from './chart-series.ts'

export type Paint = (color: string) => string
export type ScaleOf = (axis: number) => string

const hatchPx = 6
const labelFromPx = 52

/** Draws clipped to the plot. */
export function inPlot(self: uPlot, draw: (context: CanvasRenderingContext2D) => void) {
  const { ctx, bbox } = self
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  draw(ctx)
  ctx.restore()
}

/** Shades the side of each limit that values shouldn't reach. */
export function drawThresholdSides(self: uPlot, { thresholds }: ChartModel, paint: Paint, scaleOf: ScaleOf) {
  inPlot(self, (context) => {
    const { left, top, width, height } = self.bbox
    for (const { value, color, axis, isUpper } of thresholds) {
      const y = Math.max(top, Math.min(top + height, self.valToPos(value, scaleOf(axis), true)))
      context.globalAlpha = 0.06
      context.fillStyle = paint(color)
      if (isUpper) context.fillRect(left, top, width, y - top)
      else context.fillRect(left, y, width, top + height - y)
    }
  })
}

/** Draws each limit as a dashed line in its color, with its value. */
export function drawThresholds(
  self: uPlot,
  { thresholds }: ChartModel,
  paint: Paint,
  scaleOf: ScaleOf,
  font: string,
  text: (value: number, units: string, decimals: number, label: string) => string,
) {
  const scale = devicePixelRatio
  inPlot(self, (context) => {
    const { left, top, width, height } = self.bbox
    for (const { value, color, axis, isUpper, units, decimals, label: name, lineWidth } of thresholds) {
      const y = self.valToPos(value, scaleOf(axis), true)
      if (y < top || y > top + height) continue
      context.strokeStyle = paint(color)
      context.fillStyle = paint(color)
      context.lineWidth = lineWidth * scale
      context.setLineDash([5 * scale, 4 * scale])
      context.beginPath()
      context.moveTo(left, y)
      context.lineTo(left + width, y)
      context.stroke()
      context.setLineDash([])
      context.font = scaled(font.replace('11px', '600 11px'), scale)
      context.textAlign = 'right'
      // The label goes above or below the line, where space allows.
      const above = y - top > 16 * scale && (isUpper || top + height - y < 16 * scale)
      context.textBaseline = above ? 'bottom' : 'top'
      const label = text(value, units, decimals, name)
      drawLabel(context, label, left + width - 4 * scale, above ? y - 4 * scale : y + 4 * scale, paint)
    }
  })
}

/** Draws a dashed vertical line at each moment, with its label at the top. */
export function drawMoments(self: uPlot, { moments }: ChartModel, paint: Paint, font: string) {
  const scale = devicePixelRatio
  inPlot(self, (context) => {
    const { left, top, width, height } = self.bbox
    context.font = scaled(font.replace('11px', '600 11px'), scale)
    context.textBaseline = 'top'
    for (const { ts, label, color } of moments) {
      const x = self.valToPos(ts, 'x', true)
      if (x < left || x > left + width) continue
      context.strokeStyle = paint(color)
      context.fillStyle = paint(color)
      context.lineWidth = 1.25 * scale
      context.setLineDash([5 * scale, 4 * scale])
      context.beginPath()
      context.moveTo(x, top)
      context.lineTo(x, top + height)
      context.stroke()
      context.setLineDash([])
      const fitsLeft = context.measureText(label).width + 6 * scale <= x - left
      context.textAlign = fitsLeft ? 'right' : 'left'
      drawLabel(context, label, fitsLeft ? x - 6 * scale : x + 6 * scale, top + 4 * scale, paint)
    }
  })
}

/** Height in px of the lane for spans, between the plot and the labels of the time axis. */
export const spanLanePx = 16
const spanPx = 6

/** Draws a bar from the start to the end of each span, with a disc at the start. */
export function drawSpans(self: uPlot, { spans }: ChartModel, paint: Paint) {
  const scale = devicePixelRatio
  const { ctx: context, bbox } = self
  const { left, top, width, height } = bbox
  const right = left + width
  const y = top + height + (spanLanePx / 2 + 2) * scale
  context.save()
  for (const { startTs, endTs, color } of spans) {
    const start = self.valToPos(startTs, 'x', true)
    const from = Math.max(left, start)
    const to = Math.min(right, endTs === 0 ? right : self.valToPos(endTs, 'x', true))
    if (from > right || to < left) continue
    context.fillStyle = paint(color)
    context.globalAlpha = 0.45
    context.fillRect(from, y - (spanPx / 2) * scale, Math.max(2 * scale, to - from), spanPx * scale)
    context.globalAlpha = 1
    if (start < left) continue
    context.beginPath()
    context.arc(start, y, (spanPx - 1) * scale, 0, 2 * Math.PI)
    context.fill()
  }
  context.restore()
}

/** Draws text with an outline in the background color, so that lines don't cross it. */
function drawLabel(context: CanvasRenderingContext2D, label: string, x: number, y: number, paint: Paint) {
  context.strokeStyle = paint('var(--sd-surface)')
  context.lineWidth = 3 * devicePixelRatio
  context.lineJoin = 'round'
  context.strokeText(label, x, y)
  context.fillText(label, x, y)
}

/** Hatches gaps and draws dots at the points before and after them. */
export function drawGaps(
  self: uPlot,
  model: ChartModel,
  paint: Paint,
  scaleOf: ScaleOf,
  font: string,
  noDataText: string,
) {
  const scale = devicePixelRatio
  inPlot(self, (context) => {
    const { top, height } = self.bbox
    const hatched: [number, number][] = []
    for (const series of model.series) {
      if (series.isHidden) continue
      for (const { after, startMs, endMs } of series.gaps) {
        const from = self.valToPos(startMs, 'x', true)
        const to = self.valToPos(endMs, 'x', true)
        // One hatch is enough where gaps of several series overlap.
        if (!hatched.some(([a, b]) => a <= from && b >= to)) {
          hatched.push([from, to])
          hatch(context, from, to, top, height, paint('var(--sd-border-strong)'), scale)
          if (to - from >= labelFromPx * scale) {
            context.font = scaled(font, scale)
            context.fillStyle = paint('var(--sd-chart-axis)')
            context.textAlign = 'center'
            context.textBaseline = 'bottom'
            context.fillText(noDataText, (from + to) / 2, top + height - 6 * scale)
          }
        }
        for (const index of [after, after + 1]) {
          const value = drawnValue(model, series, index)
          if (typeof value !== 'number' || Number.isNaN(value)) continue
          context.fillStyle = paint(series.color)
          context.beginPath()
          const x = index === after ? from : to
          context.arc(x, self.valToPos(value, scaleOf(series.axis), true), 2.5 * scale, 0, 2 * Math.PI)
          context.fill()
        }
      }
    }
  })
}

/** Height of the line at a point; in a stack, on top of the layers below. */
function drawnValue({ stack, times }: ChartModel, { id, column }: ChartSeries, index: number) {
  const layer = stack.get(id)
  return layer ? layer.values[times.indexOf(column.ts[index] ?? Number.NaN)] : column.values[index]
}

const scaled = (font: string, scale: number): string => font.replace('11px', `${11 * scale}px`)

function hatch(
  context: CanvasRenderingContext2D,
  from: number,
  to: number,
  top: number,
  height: number,
  color: string,
  scale: number,
) {
  context.save()
  context.beginPath()
  context.rect(from, top, to - from, height)
  context.clip()
  context.globalAlpha = 0.55
  context.strokeStyle = color
  context.lineWidth = scale
  context.beginPath()
  const step = hatchPx * Math.SQRT2 * scale
  // Aligned to the plot, so that adjacent hatches join and don't shift while the window moves.
  for (let x = Math.floor((from - height) / step) * step; x < to; x += step) {
    context.moveTo(x, top + height)
    context.lineTo(x + height, top)
  }
  context.stroke()
  context.restore()
}

/** Fills the plot with the background that a user chose. */
export function drawBackground(self: uPlot, color: string) {
  inPlot(self, (context) => {
    context.fillStyle = color
    context.fillRect(self.bbox.left, self.bbox.top, self.bbox.width, self.bbox.height)
  })
}

/** Draws the outline of the plot. */
export function drawOutline({ ctx, bbox }: uPlot, color: string, widthPx: number) {
  ctx.save()
  ctx.strokeStyle = color
  ctx.lineWidth = widthPx * devicePixelRatio
  ctx.strokeRect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.restore()
}
