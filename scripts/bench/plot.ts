/** A plot as SVG: lines on two logarithmic axes, each with its name at its end. */

export interface Series {
  name: string;
  points: { x: number; y: number }[];
}

const width = 760;
const height = 460;
const margin = { left: 70, right: 170, top: 40, bottom: 50 };
const colors = ['#0b6e99', '#b3541e', '#3d7a2a', '#6b3fa0', '#8a1c4a'];

/** The plot of some series with a title and the names of its axes. */
export function plot(title: string, xName: string, yName: string, series: readonly Series[]): string {
  const points = series.flatMap(each => each.points);
  const x = axis(
    points.map(point => point.x),
    margin.left,
    width - margin.right,
  );
  const y = axis(
    points.map(point => point.y),
    height - margin.bottom,
    margin.top,
  );
  const grid = [
    ...x.ticks.map(tick => line(x.at(tick), margin.top, x.at(tick), height - margin.bottom)),
    ...y.ticks.map(tick => line(margin.left, y.at(tick), width - margin.right, y.at(tick))),
    ...x.ticks.map(tick => text(x.at(tick), height - margin.bottom + 18, label(tick), 'middle')),
    ...y.ticks.map(tick => text(margin.left - 8, y.at(tick) + 4, label(tick), 'end')),
  ];
  const names = [
    text(margin.left, 24, title, 'start'),
    text((margin.left + width - margin.right) / 2, height - 12, xName, 'middle'),
    text(margin.left - 8, margin.top - 8, yName, 'end'),
  ];
  const lines = series.map((each, index) => curve(each, colors[index % colors.length]!, x.at, y.at));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/>
${[...grid, ...names, ...lines].join('\n')}
</svg>
`;
}

/** A logarithmic axis from one pixel to another, over whole powers of ten. */
function axis(values: readonly number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const at = (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
  return { at, ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)) };
}

function curve({ name, points }: Series, color: string, x: Scale, y: Scale): string {
  const places = points.map(point => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`);
  const last = points.at(-1)!;
  const dots = places.map(place => {
    const [cx, cy] = place.split(',');
    return `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`;
  });
  const named = text(x(last.x) + 8, y(last.y) + 4, name, 'start', color);
  return `<polyline points="${places.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}${named}`;
}

type Scale = (value: number) => number;

const line = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#ddd"/>`;

const text = (x: number, y: number, words: string, anchor: string, color = '#222'): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${color}">${words}</text>`;

const label = (value: number): string => (value < 1 ? String(value) : value.toLocaleString('en'));
