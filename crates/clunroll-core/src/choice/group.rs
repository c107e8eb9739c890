//! Regions of one item that have the same configurations.
//!
//! A function often tests the same condition before each of its loops (`#ifdef UNROLL`). Its regions then have the same branches, and the
//! function is parsed once for each branch, and not once for each branch of each region.
//!
//! Two regions have the same branches if each branch of the first decides all chains of the second, no two branches decide these alike, and
//! the second has no more branches. Then nothing is assumed for one region that is not true for the other.

use std::collections::HashSet;

use super::region::{Region, leaves};
use clunroll_loops::directive::marker_text;
use oclc_syntax::preprocess::{Configuration, TakenBranch, Unit};
use oclc_syntax::tree::Items;

/// Regions of one item, and their branches.
#[derive(Debug)]
pub struct RegionGroup {
    /// The number of the item.
    pub item: usize,
    /// The configurations.
    pub leaves: Vec<Configuration>,
    /// The regions, in order and disjoint.
    pub regions: Vec<Region>,
}

impl RegionGroup {
    /// Puts regions, which are in order, into groups.
    #[must_use]
    pub fn all(unit: &Unit, items: &Items, regions: Vec<Region>) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for region in regions {
            let first = region.directives.start;
            let Some(item) = items.containing(unit.directives[first].code_before) else { continue };
            let Some(own) = leaves(unit, region.chains.iter().copied()) else { continue };
            let joint =
                groups.last().filter(|last| last.item == item).and_then(|last| last.joined(unit, &region, own.len()));
            if let (Some(leaves), Some(last)) = (joint, groups.last_mut()) {
                last.leaves = leaves;
                last.regions.push(region);
            } else {
                let leaves = own.into_iter().map(|leaf| with_decided(unit, leaf, &region)).collect();
                groups.push(Self { item, leaves, regions: vec![region] });
            }
        }
        groups
    }

    /// The branches, each of which also decides the chains of another region; `None` if that region has other branches.
    fn joined(&self, unit: &Unit, region: &Region, own: usize) -> Option<Vec<Configuration>> {
        if self.leaves.len() != own {
            return None;
        }
        let decide = |leaf: &Configuration| {
            let mut leaf = leaf.clone();
            for &chain in &region.chains {
                if !unit.is_dead(&leaf, unit.groups.chains()[chain].parent) {
                    leaf = unit.decided(&leaf, chain)?;
                }
            }
            Some(with_decided(unit, leaf, region))
        };
        let joint: Vec<Configuration> = self.leaves.iter().map(decide).collect::<Option<_>>()?;
        let branches: HashSet<Vec<Option<TakenBranch>>> = joint.iter().map(|leaf| branch(unit, leaf, region)).collect();
        (branches.len() == own).then_some(joint)
    }

    /// The number of the branch that takes the same branches of a region's chains as a configuration.
    #[must_use]
    pub fn leaf(&self, unit: &Unit, region: &Region, configuration: &Configuration) -> Option<usize> {
        let wanted = branch(unit, configuration, region);
        self.leaves.iter().position(|leaf| branch(unit, leaf, region) == wanted)
    }

    /// About how many bytes the file grows by if the regions are written in all branches and no loop is unrolled.
    #[must_use]
    pub fn growth(&self) -> u64 {
        let copies = self.leaves.len() as u64;
        let of_region = |region: &Region| {
            let marks = copies * (region.requests.len() * marker_text().len()) as u64;
            copies.saturating_sub(1) * region.span.len() as u64 + marks
        };
        self.regions.iter().map(of_region).sum()
    }
}

/// The branch that a configuration takes of each chain of a region; `None` for a chain that it does not reach.
fn branch(unit: &Unit, leaf: &Configuration, region: &Region) -> Vec<Option<TakenBranch>> {
    let taken = |chain: usize| {
        let is_asked = !unit.is_dead(leaf, unit.groups.chains()[chain].parent);
        is_asked.then(|| unit.taken(leaf, chain))
    };
    region.chains.iter().map(|&chain| taken(chain)).collect()
}

/// The configuration with its decisions on all chains in a region that follow from it. Text that is the same in all configurations stays as
/// the author wrote it.
fn with_decided(unit: &Unit, leaf: Configuration, region: &Region) -> Configuration {
    let begun = unit.directives[region.directives.clone()].iter().filter(|directive| directive.kind.begins_chain());
    begun.filter_map(|directive| directive.chain).fold(leaf, |leaf, chain| {
        let stays = leaf.has_chosen(chain)
            || unit.is_dead(&leaf, unit.groups.chains()[chain].parent)
            || unit.taken(&Configuration::default(), chain) != TakenBranch::Undecided;
        if stays { leaf } else { unit.decided(&leaf, chain).unwrap_or(leaf) }
    })
}
