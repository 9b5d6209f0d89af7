/** The table of reports: what may be published of each cell, and what may not. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ReportCell, reportSection } from '../../../../server/ticket/rule/report-table.ts';

const cell = (changes: Partial<ReportCell>): ReportCell => ({
  ...{ cohort: 'visitor', pageKind: 'pattern', precision: 'exact', outcome: 'pass' },
  ...{ reports: 20, reporters: 4, largest: 5 },
  ...changes,
});

const rowsOf = (cells: ReportCell[]) =>
  reportSection(cells, false)
    .split('\n')
    .filter(line => /^\| (?:visitor|invited)/.test(line));

const small = 'fewer than 10';

describe('the table of reports', () => {
  test('says of each count how many networks it is from, and the share of the largest', () => {
    assert.deepEqual(
      rowsOf([cell({}), cell({ outcome: 'fail', reports: 982, reporters: 2, largest: 980 })]),
      [
        `| visitor | pattern | exact | 20 reports from 4 networks, largest 25 % | ${small} | 982 reports from 2 networks, largest 100 % | ${small} |`,
      ],
    );
  });

  test('says nothing of the networks of a count that is withheld', () => {
    const withheld = cell({ outcome: 'fail', reports: 9, reporters: 7, largest: 3 });
    assert.deepEqual(rowsOf([withheld]), []);
    const [row] = rowsOf([cell({}), withheld]);
    assert.ok(row!.endsWith(`largest 25 % | ${small} | ${small} | ${small} |`), row);
  });

  test('counts the credentials of those who were invited, and tickets where nobody reported', () => {
    const invited = cell({ cohort: 'invited', reporters: 1, largest: 20 });
    const abandoned = cell({
      ...{ precision: 'none', outcome: 'abandoned', reports: 400, reporters: 400, largest: 1 },
    });
    assert.deepEqual(rowsOf([invited, abandoned]), [
      `| invited | pattern | exact | 20 reports from 1 credential, largest 100 % | ${small} | ${small} | ${small} |`,
      `| visitor | pattern | none | ${small} | ${small} | ${small} | 400 tickets from 400 networks, largest 1 % |`,
    ]);
  });

  test('has a row of its own for what was discarded, among receipts and among compact reports', () => {
    const cells = [
      cell({ precision: 'compact', outcome: 'worked' }),
      cell({ precision: 'discarded', outcome: 'pass', reports: 982, reporters: 1, largest: 982 }),
      cell({ precision: 'discarded', outcome: 'did_not_work', reports: 10, reporters: 10, largest: 1 }),
    ];
    assert.deepEqual(rowsOf(cells), [
      `| visitor | pattern | discarded | 982 reports from 1 network, largest 100 % | ${small} | ${small} | ${small} |`,
      `| visitor | pattern | compact | 20 reports from 4 networks, largest 25 % | ${small} | ${small} |`,
      `| visitor | pattern | discarded | ${small} | ${small} | 10 reports from 10 networks, largest 10 % |`,
    ]);
  });

  test('says what networks and shares can tell, and what they cannot', () => {
    const text = reportSection([], false);
    assert.match(text, /A network that was counted under two keys is counted twice/);
    assert.match(text, /`discarded` counts reports that the operator took out of the other rows/);
  });
});
